import { createContext, lazy, Suspense, use, useEffect, useState, type ReactNode } from 'react';
import type { PageState, Site } from '#contract/page.ts';
import { setFinder } from './lib/lost.ts';

const FindWindow = lazy(async () => ({
  default: (await import('./components/FindWindow.tsx')).FindWindow,
}));

const Frame = createContext<{ site: Site; csrf: string } | null>(null);

/** What both entries put around a page: the company and the token for plain forms. */
export function PageFrame({ state, children }: { state: PageState; children: ReactNode }) {
  // For whoever must know that buttons answer now: the browser tests.
  useEffect(() => {
    document.documentElement.dataset['ready'] = '';
  }, []);
  return (
    <Frame value={{ site: state.site, csrf: state.csrf }}>
      {children}
      <Finder />
    </Frame>
  );
}

/** Opens when a call finds that the purchase is not open here any more; several calls wait for one answer. */
function Finder() {
  const [waiting, setWaiting] = useState<readonly ((found: boolean) => void)[]>([]);
  useEffect(() => {
    setFinder(() => new Promise((done) => setWaiting((before) => [...before, done])));
    return () => setFinder(null);
  }, []);
  if (waiting.length === 0) return null;
  return (
    <Suspense>
      <FindWindow
        onDone={(found) => {
          setWaiting([]);
          for (const done of waiting) done(found);
        }}
      />
    </Suspense>
  );
}

function useFrame() {
  const frame = use(Frame);
  if (!frame) throw new Error('a page is rendered inside PageFrame');
  return frame;
}

/** The company as every page shows it. */
export const useSite = (): Site => useFrame().site;

/** The hidden field without which a form sent without script is refused. */
export function CsrfField() {
  return <input type="hidden" name="_token" defaultValue={useFrame().csrf} />;
}
