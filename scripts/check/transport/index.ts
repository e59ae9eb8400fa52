export type { Unasked } from './leftovers.js';
export { createTransport, type Sending, type Transport, type TransportOptions } from './transport.js';
