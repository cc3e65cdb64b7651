import { StrictMode, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { PageState } from '#contract/page.ts';
import { PAGE } from '#web/design/tokens.ts';
import { PageFrame } from './PageFrame.tsx';
import './global.css';

type PageModule = Record<string, ComponentType<{ data: unknown }>>;
const modules = import.meta.glob<PageModule>('./pages/*/*/*Page.tsx', { eager: true });

/** Colours for the meta theme-color, per scheme. */
export const themeColors = PAGE;

/** Renders a page to HTML by its declared name. Throws if there is no such component: a bug. */
export function render(state: PageState): string {
  const Page = modules[`./pages/${state.name}.tsx`]?.[state.name.split('/').at(-1)!];
  if (!Page) throw new Error(`web/customer/pages/${state.name}.tsx must export its page`);
  return renderToString(
    <StrictMode>
      <PageFrame state={state}>
        <Page data={state.data} />
      </PageFrame>
    </StrictMode>,
  );
}
