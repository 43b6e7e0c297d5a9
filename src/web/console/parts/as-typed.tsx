import { type ReactNode, useCallback, useState } from 'react';

/** What is made of the form around it as it is filled in, anew with whatever is typed: what it would look like, say. */
export function AsTyped({ children }: { readonly children: (form: FormData) => ReactNode }) {
  const [typed, setTyped] = useState<FormData>();
  const watch = useCallback((element: HTMLElement | null) => {
    const form = element?.closest('form');
    if (form === null || form === undefined) return undefined;
    const read = () => setTyped(new FormData(form));
    read();
    form.addEventListener('input', read);
    return () => form.removeEventListener('input', read);
  }, []);
  return <div ref={watch}>{typed === undefined ? null : children(typed)}</div>;
}

/** Fills a field in as somebody would who types, so that whatever watches the form hears of it. */
export function typeInto(field: HTMLInputElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
