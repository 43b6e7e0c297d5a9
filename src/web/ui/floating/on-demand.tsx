import { createElement, useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react';

import { fetchedCode } from './fetched-code.ts';

/** A component whose code most visits never need. */
export interface OnDemand<Props> extends FunctionComponent<Props> {
  /** Fetches it ahead, to render or hydrate HTML with it. Resolves to whether it is there. */
  readonly load: () => Promise<boolean>;
  readonly isLoaded: () => boolean;
}

type PropsOf<Part> = Part extends ComponentType<infer Props extends object> ? Props : never;

/** A component of a module that is fetched when it is first rendered, with `meanwhile` in its place; nothing where that fails. */
export function onDemand<Module, Name extends keyof Module, Props extends object = PropsOf<Module[Name]>>(
  fetchModule: () => Promise<Module>,
  name: Module[Name] extends ComponentType<Props> ? Name : never,
  meanwhile: ReactNode = null,
): OnDemand<Props> {
  let component: ComponentType<Props> | undefined;
  const isLoaded = () => component !== undefined;
  const load = async () => {
    try {
      component ??= (await fetchedCode(fetchModule))[name] as ComponentType<Props>;
    } catch {
      // Retried when it is next shown.
    }
    return isLoaded();
  };
  function Part(props: Props) {
    const [, setThere] = useState(isLoaded);
    useEffect(() => {
      if (component === undefined) void load().then(() => setThere(true));
    }, []);
    return component === undefined ? meanwhile : createElement(component, props);
  }
  return Object.assign(Part, { load, isLoaded });
}
