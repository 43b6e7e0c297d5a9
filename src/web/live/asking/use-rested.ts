import { useEffect, useState } from 'react';

/** How long typing rests before a server is asked, in milliseconds. */
const REST_MS = 140;

/** A text as it was when it last stayed the same for a moment: no question is asked that the next letter outdates. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (text === rested) return;
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text, rested]);
  return rested;
}
