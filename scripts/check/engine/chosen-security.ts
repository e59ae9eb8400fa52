import { type Security, securityIn } from '../../contract/security.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { authForms, authPattern } from '../model/auth-forms.js';
import type { CheckedContract } from '../model/contract.js';
import { isFraming, isHeaderName } from '../transport/held-headers.js';

/**
 * Reads how to send the key, in the form of `--auth`.
 *
 * @throws UsageError for another form, and for a scheme that the document does not have or that no request can use
 */
export function chosenSecurity(auth: string, { document }: Pick<CheckedContract, 'document'>): Security {
  const [, kind, name = ''] = /^(\w+)(?:=(.+))?$/s.exec(auth) ?? [];
  if (!new RegExp(authPattern, 's').test(auth))
    throw new UsageError(`Expected --auth as ${authForms}, found "${visible(auth, 100)}".`);
  switch (kind) {
    case 'bearer':
    case 'basic':
      return { kind };
    case 'query':
      return { kind, name };
    case 'scheme':
      return ofScheme(name, document.components?.['securitySchemes']);
    default:
      if (!isHeaderName(name) || isFraming(name))
        throw new UsageError(
          `Expected the name of a ${kind} that can contain a key for --auth, found "${visible(name, 100)}". Use ` +
            'letters, digits and "-".',
        );
      return { kind: kind as 'header' | 'cookie', name };
  }

  function ofScheme(wanted: string, schemes: unknown): Security {
    const all = (schemes ?? {}) as Record<string, { $ref: string }>;
    const node = Object.hasOwn(all, wanted) ? all[wanted] : undefined;
    if (!node)
      throw new UsageError(
        `The contract has no security scheme "${visible(wanted, 100)}". ` +
          (didYouMean(wanted, Object.keys(all)) || `It has none at all; use another form: ${authForms}.`),
      );
    const found = securityIn(document, node);
    if (found) return found;
    throw new UsageError(
      `The security scheme ${visible(wanted, 100)} has a type that the check cannot send. It supports keys in a ` +
        'header, a query or a cookie, bearer and basic.',
    );
  }
}
