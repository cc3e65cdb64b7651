/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- a keyboard must reach what scrolls */
import Markdown from 'markdown-to-jsx/react';
import type { ComponentProps } from 'react';
import { MANUAL_PICTURES, type ManualChapter } from '#contract/company/manual/endpoints.ts';
import { anchorOf, chapterOf } from '#contract/company/manual/sections.ts';
import { addressOf } from '#web/office/ui/PageLink.tsx';
import { useRouter } from '@tanstack/react-router';
import styles from './manual.module.css';
import { placeOf } from './placeOf.ts';

interface MarkdownTextProps {
  text: string;
  /** The chapter that the text is of, for links within it. */
  chapter: string;
  /** The sizes of its pictures. */
  pictures: ManualChapter['pictures'];
  /** Opens a part of the manual: `pagos#rechazar`. */
  onGo: (at: string) => void;
}

/** Markdown of the repository as elements. HTML in it stays text, and no address runs a script. */
export function MarkdownText({ text, chapter, pictures, onGo }: MarkdownTextProps) {
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
          img: { component: Picture, props: { pictures } },
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

function Picture({
  src = '',
  alt = '',
  pictures,
}: ComponentProps<'img'> & Pick<MarkdownTextProps, 'pictures'>) {
  const name = src.split('/').at(-1) ?? '';
  return <img src={`${MANUAL_PICTURES}/${name}`} alt={alt} loading="lazy" {...pictures[name]} />;
}

/** A wide table scrolls by itself: the page does not. */
const WideTable = ({ children }: ComponentProps<'table'>) => (
  <div className={styles.wide} tabIndex={0} role="group" aria-label="Tabla">
    <table>{children}</table>
  </div>
);
