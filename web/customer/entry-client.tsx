import { StrictMode, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageState } from '#contract/page.ts';
import { pressOnce } from '../design/pressOnce.ts';
import { PageFrame } from './PageFrame.tsx';
import './global.css';

/** Hydrates the page that the server rendered, with the data in `<script id="data">`. */
export function hydrate<D>(Page: ComponentType<{ data: D }>): void {
  pressOnce();
  const state = JSON.parse(document.querySelector('#data')!.textContent) as PageState & { data: D };
  hydrateRoot(
    document.querySelector('#page')!,
    <StrictMode>
      <PageFrame state={state}>
        <Page data={state.data} />
      </PageFrame>
    </StrictMode>,
  );
}
