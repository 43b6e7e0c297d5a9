import { lazy, Suspense } from 'react';

import { loadFinish } from './fetch-finish.ts';
import type { PhotoFinishProps } from './photo-finish.tsx';

const PhotoFinish = lazy(loadFinish);

/** The photo finish, once it is fetched. */
export function ShownFinish(props: PhotoFinishProps) {
  return (
    <Suspense>
      <PhotoFinish {...props} />
    </Suspense>
  );
}
