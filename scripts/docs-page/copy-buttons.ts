import { make } from './make.js';

export function addCopyButtons(): void {
  for (const code of document.querySelectorAll<HTMLElement>('main pre')) {
    const placeholder = document.createComment('');
    code.replaceWith(placeholder);
    placeholder.replaceWith(withCopyButton(code));
  }
}

export function withCopyButton(code: HTMLElement): HTMLElement {
  const button = make('button', { type: 'button', className: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    button.textContent = (await copyText(code.textContent ?? '')) ? 'Copied' : 'Not allowed';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  return make('div', { className: 'code' }, code, button);
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
