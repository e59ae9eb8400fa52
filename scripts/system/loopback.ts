/** Whether the host of a URL is this machine: `localhost`, 127.0.0.0/8, `[::1]`. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Whether a list of hosts has the host of a URL, with its port or without any. */
export function isNamedHost({ protocol, hostname, port }: URL, hosts: readonly string[]): boolean {
  const whole = `${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`;
  return [hosts].flat().some((host) => [hostname, whole].includes(`${host}`.toLowerCase()));
}
