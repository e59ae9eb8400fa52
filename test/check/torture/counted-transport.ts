// Stands in the place of the transport: it counts the writes that are sent to things that are there.
import {
  createTransport as create,
  type Transport,
  type TransportOptions,
} from '../../../scripts/check/transport/transport.js';
import { reach } from './points.js';

export type { Transport, TransportOptions };

export function createTransport(options: TransportOptions): Transport {
  const transport = create(options);
  return {
    ...transport,
    send(request, security) {
      if (request.once) reach('send');
      return transport.send(request, security);
    },
  };
}
