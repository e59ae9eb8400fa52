export { createTransport, type Sending, type Transport, type TransportOptions, type Unasked } from './transport.js';
