import { useEffect, useState } from 'react';

/** How long a pointer rests before nobody needs to see it, in milliseconds. */
const REST_MS = 3_000;

/** Whether the pointer rests. */
export function useQuietPointer(): boolean {
  const [isResting, rest] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => rest(true), REST_MS);
    const move = () => {
      clearTimeout(timer);
      rest(false);
      timer = setTimeout(() => rest(true), REST_MS);
    };
    addEventListener('pointermove', move);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', move);
    };
  }, []);
  return isResting;
}
