import { createHash } from 'node:crypto';

/** The path of the event stream. */
export const eventsPath = '/.events';

/**
 * Runs in the browser. A hidden page keeps no connection open, because browsers allow only six to a server. When the
 * page becomes visible again, it connects, and the first event says whether the page is still up to date.
 */
const script = `
(() => {
  const { version } = document.currentScript.dataset;
  const notice = document.createElement('p');
  notice.setAttribute('role', 'status');
  Object.assign(notice.style, {
    position: 'fixed', bottom: '0', left: '0', right: '0', margin: '0', padding: '0.75em 1em', zIndex: '2147483647',
    background: '#8a1c1c', color: '#fff', font: '16px/1.4 sans-serif',
  });
  let events;
  const hear = ({ data }) => {
    const now = JSON.parse(data);
    if (now.version !== version) return location.reload();
    const problems = now.problems === 1 ? '1 problem' : now.problems + ' problems';
    notice.textContent = 'The document has ' + problems +
      '. This page shows the last version without problems. See the terminal.';
    if (now.problems === 0) notice.remove();
    else document.body.append(notice);
  };
  const listen = () => {
    events?.close();
    events = undefined;
    if (document.hidden) return;
    events = new EventSource('${eventsPath}');
    events.onmessage = hear;
  };
  document.addEventListener('visibilitychange', listen);
  listen();
})();
`;

const digest = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Adds the script at the end of a page, and allows the script and its connection in the page's policy. */
export function withReloading(html: string, version: string): string {
  const allowed = html.replace(
    /(<meta http-equiv="Content-Security-Policy" content=")([^"]*)"/,
    (_, start: string, policy: string) => `${start}${withScript(policy)}"`,
  );
  const end = allowed.lastIndexOf('</body>');
  return `${allowed.slice(0, end)}<script data-version="${version}">${script}</script>${allowed.slice(end)}`;
}

/** Content Security Policy Level 3, §2.2: directives are separated by semicolons; each is a name and its sources. */
function withScript(policy: string): string {
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const allow = (name: string, source: string): void => {
    const others = (directives.get(name) ?? []).filter((each) => each !== "'none'");
    directives.set(name, [...others, source]);
  };
  allow('script-src', digest);
  allow('connect-src', "'self'");
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}
