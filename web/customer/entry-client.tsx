import { StrictMode, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageState } from '#contract/page.ts';
import { pressOnce } from '../design/pressOnce.ts';
import { showsBy } from './lib/useFresh.ts';
import { PageFrame } from './PageFrame.tsx';
import './global.css';

/** Hydrates the page that the server rendered, with the data in `<script id="data">`; later data are shown in its place. */
export function hydrate<D>(Page: ComponentType<{ data: D }>): void {
  pressOnce();
  const pageOf = (state: PageState & { data: D }) => (
    <StrictMode>
      <PageFrame state={state}>
        <Page data={state.data} />
      </PageFrame>
    </StrictMode>
  );
  const state = JSON.parse(document.querySelector('#data')!.textContent) as PageState & { data: D };
  const root = hydrateRoot(document.querySelector('#page')!, pageOf(state));
  showsBy((next) => root.render(pageOf(next as PageState & { data: D })));
}
