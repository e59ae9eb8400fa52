export { createTransport, type Sending, type Transport, type TransportOptions } from './transport.js';
export type { Unasked } from './leftovers.js';
