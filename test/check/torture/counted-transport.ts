// Replaces the transport: counts the writes to existing resources.
import { createTransport as create, type Transport } from '../../../scripts/check/transport/transport.js';
import { reach } from './points.js';

export function createTransport(...options: Parameters<typeof create>): Transport {
  const transport = create(...options);
  const send: Transport['send'] = transport.send.bind(transport);
  return Object.assign(transport, {
    send(...[request, security]: Parameters<typeof send>) {
      if (request.once) reach('send');
      return send(request, security);
    },
  });
}
