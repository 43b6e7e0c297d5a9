import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { SourceContext } from '../web/data/source-context.ts';
import type { Site } from '../web/routes/routes.tsx';

/** What every page of an edition stands in, on a server as in a browser; `children` is the router. */
export function App({ site, children }: { readonly site: Site; readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={site.queryClient}>
      <SourceContext value={site.source}>{children}</SourceContext>
    </QueryClientProvider>
  );
}
