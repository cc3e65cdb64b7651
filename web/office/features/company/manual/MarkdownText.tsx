import Markdown from 'markdown-to-jsx/react';
import type { ComponentProps } from 'react';
import { MANUAL_PICTURES } from '#contract/company/manual/endpoints.ts';
import { anchorOf, chapterOf } from '#contract/company/manual/sections.ts';
import { addressOf } from '#web/office/ui/PageLink.tsx';
import { useRouter } from '@tanstack/react-router';
import styles from './manual.module.css';
import { placeOf } from './placeOf.ts';

interface MarkdownTextProps {
  text: string;
  /** The chapter that the text is of, for links within it. */
  chapter: string;
  /** Opens a part of the manual: `pagos#rechazar`. */
  onGo: (at: string) => void;
}

/** Markdown of the repository as elements. HTML in it stays text, and no address runs a script. */
export function MarkdownText({ text, chapter, onGo }: MarkdownTextProps) {
  return (
    <Markdown
      className={styles.text}
      options={{
        disableParsingRawHTML: true,
        forceBlock: true,
        forceWrapper: true,
        slugify: (heading) => anchorOf(heading),
        overrides: {
          a: { component: ManualLink, props: { chapter, onGo } },
          img: { component: Picture },
          table: { component: WideTable },
        },
      }}
    >
      {text}
    </Markdown>
  );
}

function ManualLink({
  href = '',
  children,
  chapter,
  onGo,
}: ComponentProps<'a'> & Pick<MarkdownTextProps, 'chapter' | 'onGo'>) {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const at = targetOf(href, chapter);
  if (at === null)
    return (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  return (
    <a
      href={addressOf(router, placeOf(at))}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onGo(at);
      }}
    >
      {children}
    </a>
  );
}

/** The part of the manual that a link of a chapter leads to; null for another address. */
function targetOf(href: string, chapter: string): string | null {
  const [file = '', anchor] = decodeURIComponent(href).split('#');
  if (file !== '' && !/^\d+-[a-z-]+\.md$/.test(file)) return file === 'README.md' ? '' : null;
  const id = file === '' ? chapter : chapterOf(file);
  return anchor ? `${id}#${anchor}` : id;
}

const Picture = ({ src = '', alt = '' }: ComponentProps<'img'>) => (
  <img src={`${MANUAL_PICTURES}/${src.split('/').at(-1)}`} alt={alt} loading="lazy" />
);

/** A wide table scrolls by itself: the page does not. */
const WideTable = ({ children }: ComponentProps<'table'>) => (
  // A keyboard must reach what scrolls.
  <div className={styles.wide} tabIndex={0} role="group" aria-label="Tabla">
    <table>{children}</table>
  </div>
);
