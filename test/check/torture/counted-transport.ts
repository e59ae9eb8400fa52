// Replaces the transport: counts the writes to existing resources.

import type { SentRequest } from '../../../scripts/check/model/exchange.js';
import {
  createTransport as create,
  type Transport,
  type TransportOptions,
} from '../../../scripts/check/transport/transport.js';
import type { Security } from '../../../scripts/contract/security.js';
import { reach } from './points.js';

export type { Transport, TransportOptions };

export function createTransport(options: TransportOptions): Transport {
  const transport = create(options);
  const send = transport.send.bind(transport);
  return Object.assign(transport, {
    send(request: SentRequest, security: Security) {
      if (request.once) reach('send');
      return send(request, security);
    },
  });
}
