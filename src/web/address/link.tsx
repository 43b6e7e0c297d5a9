import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler, type NavigateOptions, type To } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'>, Pick<NavigateOptions, 'replace' | 'preventScrollReset'> {
  readonly to: To;
}

/**
 * A link within the site, built on the router's own hooks. The router's component also supports prefetching and streaming, 2 kB that
 * nothing here uses.
 */
export function Link({ to, replace, preventScrollReset = false, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, { preventScrollReset, ...(replace !== undefined && { replace }) });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}
