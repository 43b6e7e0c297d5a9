import { useQuery } from '@tanstack/react-query';

import { allChapters } from './docs.ts';

/** The chapters of all documents, read once because they are part of the build. */
export function useChapters({ isAsked }: { readonly isAsked: boolean }) {
  return useQuery({ queryKey: ['chapters'], queryFn: allChapters, enabled: isAsked, staleTime: Infinity });
}
