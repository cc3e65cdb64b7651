import { createContext, lazy, Suspense, use, useEffect, useState, type ReactNode } from 'react';
import type { PageState, Site } from '#contract/page.ts';
import { setFinder } from './lib/lost.ts';

const FindWindow = lazy(async () => ({
  default: (await import('./components/FindWindow.tsx')).FindWindow,
}));

const Frame = createContext<{ site: Site; csrf: string } | null>(null);

/** The providers of every page, in the browser and on the server: the company, and the CSRF token for plain forms. */
export function PageFrame({ state, children }: { state: PageState; children: ReactNode }) {
  // A mark for browser tests: the page is hydrated.
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

/** Opens if a call finds that the purchase is no longer open in this browser. Concurrent calls share one dialog. */
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

/** The company's data. */
export const useSite = (): Site => useFrame().site;

/** The hidden CSRF field. Without it the server refuses a form that is sent without JavaScript. */
export function CsrfField() {
  return <input type="hidden" name="_token" defaultValue={useFrame().csrf} />;
}
