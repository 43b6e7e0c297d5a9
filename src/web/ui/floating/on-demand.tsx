import {
  createElement,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';

import { fetchedCode } from './fetched-code.ts';

/** A component whose code most visits never need. */
export interface OnDemand<Props> extends FunctionComponent<Props> {
  /** Fetches it ahead, to render or hydrate HTML with it. Resolves to whether it is there. */
  readonly load: () => Promise<boolean>;
  readonly isLoaded: () => boolean;
}

type PropsOf<Part> = Part extends ComponentType<infer Props extends object> ? Props : never;

/**
 * A component of a module that is fetched when it is first rendered, with `meanwhile` in its place, and `failed` once that failed. It is
 * tried again when it is next shown.
 */
export function onDemand<Module, Name extends keyof Module, Props extends object = PropsOf<Module[Name]>>(
  fetchModule: () => Promise<Module>,
  name: Module[Name] extends ComponentType<Props> ? Name : never,
  meanwhile: ReactNode = null,
  failed: ReactNode = meanwhile,
): OnDemand<Props> {
  const part = fetchedPart<Module, Props>(fetchModule, name);
  function Part(props: Props) {
    const [isThere, setThere] = useState<boolean>();
    useEffect(() => {
      if (!part.isLoaded()) void part.load().then(setThere);
    }, []);
    return part.rendered(props) ?? (isThere === false ? failed : meanwhile);
  }
  return Object.assign(Part, { load: part.load, isLoaded: part.isLoaded });
}

const RETRY_MS = 4_000;
/** More would keep a visitor for too long on the page they want to leave: what they choose next waits for it. */
const TRIES_WAITED_FOR = 3;

/**
 * The same for a part that nobody waits for: HTML from a server stays as it is until the code is there, which is fetched once `when` calls
 * back. Where there is no HTML, or several tries failed, it appears then.
 */
export function hydratedLater<Module, Name extends keyof Module, Props extends object = PropsOf<Module[Name]>>(
  fetchModule: () => Promise<Module>,
  name: Module[Name] extends ComponentType<Props> ? Name : never,
  when: (idle: () => void) => void,
): OnDemand<Props> {
  const part = fetchedPart<Module, Props>(fetchModule, name);
  let coming: Promise<boolean> | undefined;
  const fetched = async () => {
    await new Promise<void>(when);
    for (let tries = 1; tries < TRIES_WAITED_FOR && !(await part.load()); tries += 1) await later();
    return part.load();
  };
  function Late({ props, onThere }: { readonly props: Props; readonly onThere: () => void }) {
    // Once it has been waited for it is read in every render: one that is tried again must not differ.
    if (coming !== undefined || !part.isLoaded()) use((coming ??= fetched()));
    const isThere = part.isLoaded();
    const [, setThere] = useState(false);
    useEffect(() => {
      if (isThere) return;
      const timer = setInterval(() => void part.load().then(setThere), RETRY_MS);
      return () => clearInterval(timer);
    }, [isThere]);
    useEffect(onThere, [onThere]);
    return part.rendered(props) ?? null;
  }
  function Part(props: Props) {
    const [first] = useState(props);
    const [isTakenOver, setTakenOver] = useState(part.isLoaded);
    const onThere = useCallback(() => setTakenOver(true), []);
    const shown = isTakenOver ? props : first;
    // HTML that waits is taken over with what it was made from, and dropped where anything else is rendered in its place meanwhile.
    return useMemo(
      () => (
        <Suspense fallback={null}>
          <Late props={shown} onThere={onThere} />
        </Suspense>
      ),
      [shown, onThere],
    );
  }
  return Object.assign(Part, { load: part.load, isLoaded: part.isLoaded });
}

const later = () => new Promise<void>((resume) => setTimeout(resume, RETRY_MS));

function fetchedPart<Module, Props extends object>(fetchModule: () => Promise<Module>, name: keyof Module) {
  let component: ComponentType<Props> | undefined;
  const isLoaded = () => component !== undefined;
  return {
    isLoaded,
    load: async () => {
      try {
        component ??= (await fetchedCode(fetchModule))[name] as ComponentType<Props>;
      } catch {
        // Retried when it is next shown.
      }
      return isLoaded();
    },
    rendered: (props: Props) => (component === undefined ? undefined : createElement(component, props)),
  };
}
