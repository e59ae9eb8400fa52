const loading = new Map<string, Promise<void>>();

/**
 * Runs scripts of the site one after the other, each once. If one cannot be loaded, the button says so, and the next
 * press tries again.
 *
 * @param names relative to the root of the site
 * @param button is busy in the meantime
 */
export async function loadAll(names: readonly string[], button: HTMLElement | null): Promise<void> {
  button?.setAttribute('aria-busy', 'true');
  try {
    for (const name of names) await load(name);
  } catch (error) {
    if (button) button.textContent = error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    button?.removeAttribute('aria-busy');
  }
}

function load(name: string): Promise<void> {
  const known = loading.get(name);
  if (known) return known;
  const made = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${document.documentElement.dataset['root'] ?? ''}${name}`;
    script.onload = () => resolve();
    script.onerror = () => {
      loading.delete(name);
      script.remove();
      reject(new Error(`${name} cannot be loaded. Press to try again.`));
    };
    document.head.append(script);
  });
  loading.set(name, made);
  return made;
}
