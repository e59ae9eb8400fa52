export { createTransport, type Transport, type TransportOptions } from './transport.js';
