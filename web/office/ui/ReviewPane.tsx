import { ActionIcon, Button, Center, Group, Loader, Text, Tooltip } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import {
  IconDownload,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { WIDTHS } from '#web/design/tokens.ts';
import { useSingleKeys } from '../lib/singleKeys.ts';
import { ReasonedButton } from './ReasonedButton.tsx';
import styles from './ReviewPane.module.css';

const PdfView = lazy(() => import('./PdfView.tsx').then((file) => ({ default: file.PdfView })));

interface Decision {
  /** A verb: "Aprobar". */
  label: string;
  /** The reason why it is disabled, as a sentence; null if it is enabled. */
  whyNot: string | null;
  /** If a reason is needed, the page asks for it (askReason). */
  onRun: () => void;
  /** Enter was pressed although `whyNot` says no: the page shows the error at its field. */
  onRefused?: () => void;
}

interface ReviewPaneProps {
  /** The document's file; null if there is none yet. */
  paper: { url: string; mime: string; name: string } | null;
  /** Data read from the document, and data that the customer declared. */
  children: ReactNode;
  /** Buttons that approve and reject; null: not offered. */
  approve: Decision | null;
  reject: Decision | null;
  /** A decision is in progress. */
  busy: boolean;
  /** The pane fills a ReviewScreen: the field marked `data-autofocus`, or else the approval, gets the focus. */
  whole?: boolean;
}

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3] as const;
const START = ZOOMS.indexOf(1);
/** Height to width from which a picture is of a screen, and not of a sheet. */
const SCREEN_RATIO = 1.6;

/** The data are below the document and not beside it. */
export const useNarrowReview = () =>
  useMediaQuery(`(max-width: ${WIDTHS.desk - 1}px)`, false, { getInitialValueInEffect: false });

/** Elements that do something of their own on Enter. */
const TAKES_ENTER = 'button, a, summary, textarea, select, form, [role="combobox"], [contenteditable]';

/**
 * A document beside its data: the file on the left, the decision on the right. A approves, R rejects; Enter approves,
 * also from a date, and Ctrl+Enter from any field. The page's toast can undo an approval.
 */
export function ReviewPane(props: ReviewPaneProps) {
  const { paper, children, approve, reject, busy, whole = false } = props;
  const run = (decision: Decision | null) => !busy && decision?.whyNot === null && decision.onRun();
  const { root, active } = useSingleKeys<HTMLDivElement>({ a: () => run(approve), r: () => run(reject) });
  // The focus trap of the screen sees only the first document.
  const narrow = useNarrowReview();
  useEffect(() => {
    if (whole && !narrow) root.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [whole, narrow, root]);
  const tryApproval = () => (approve?.whyNot ? approve.onRefused?.() : run(approve));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const chord = event.ctrlKey || event.metaKey;
    // A date holds no letters, so A and R decide there too.
    if (active && !chord && !event.altKey && (event.target as Element).matches('[data-dates-input]')) {
      const act = { a: tryApproval, r: () => run(reject) }[event.key.toLowerCase()];
      if (act) {
        event.preventDefault();
        act();
        return;
      }
    }
    if (event.key !== 'Enter' || !approve || event.defaultPrevented) return;
    // Enter that is held down must not approve one document after the other.
    if (event.repeat) return event.preventDefault();
    if (!chord && (event.target as Element).closest(TAKES_ENTER)) return;
    event.preventDefault();
    tryApproval();
  };
  return (
    // The keys only repeat what the buttons do.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={whole ? `${styles.pane} ${styles.whole}` : styles.pane} ref={root} onKeyDown={onKeyDown}>
      <Paper key={paper?.url} paper={paper} />
      <section className={styles.side} aria-label="Datos del documento">
        <div className={styles.data}>{children}</div>
        {(approve || reject) && (
          <Group gap="xs" grow preventGrowOverflow={false} className={styles.decide}>
            {reject && (
              <ReasonedButton
                variant="outline"
                color="red"
                whyNot={reject.whyNot}
                onClick={reject.onRun}
                disabled={busy}
                {...(active && { 'aria-keyshortcuts': 'r' })}
              >
                {reject.label}
                {active && ' (R)'}
              </ReasonedButton>
            )}
            {approve && (
              <ReasonedButton
                whyNot={approve.whyNot}
                onClick={approve.onRun}
                loading={busy}
                {...(whole && { 'data-autofocus': true })}
                {...(active && { 'aria-keyshortcuts': 'a' })}
              >
                {approve.label}
                {active && ' (A)'}
              </ReasonedButton>
            )}
          </Group>
        )}
      </section>
    </div>
  );
}

function Paper({ paper }: Pick<ReviewPaneProps, 'paper'>) {
  const { ref, width, height } = useElementSize();
  const [step, setStep] = useState<number>(START);
  const [turn, setTurn] = useState(0);
  const [ratio, setRatio] = useState(1);
  const narrow = useNarrowReview();
  const zoom = ZOOMS[step] ?? 1;

  if (!paper)
    return (
      <Center className={styles.paper}>
        <Text c="dimmed">Todavía no hay archivo.</Text>
      </Center>
    );
  const tool = (label: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <Tooltip label={label} key={label}>
      <ActionIcon variant="subtle" size="lg" aria-label={label} onClick={onClick} disabled={disabled}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <section className={styles.paper} aria-label={`Archivo ${paper.name}`}>
      <Group gap={2} className={styles.tools}>
        {tool('Alejar', <IconZoomOut size={18} />, () => setStep(step - 1), step === 0)}
        {tool('Acercar', <IconZoomIn size={18} />, () => setStep(step + 1), step === ZOOMS.length - 1)}
        {tool('Tamaño normal', <IconZoomReset size={18} />, () => setStep(START))}
        {tool('Girar', <IconRotateClockwise size={18} />, () => setTurn((turn + 90) % 360))}
        <Button
          component="a"
          href={paper.url}
          target="_blank"
          rel="noopener"
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Abrir
        </Button>
      </Group>
      {/* Scrollable, so it must be focusable by keyboard (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={ref} className={styles.sheet} tabIndex={0}>
        {paper.mime === 'application/pdf' ? (
          <Suspense fallback={<Loader aria-label="Cargando el PDF" />}>
            <PdfView url={paper.url} width={Math.max(240, width - 32)} zoom={zoom} turn={turn} />
          </Suspense>
        ) : (
          <img
            src={paper.url}
            alt={paper.name}
            className={styles.image}
            onLoad={({ currentTarget }) => setRatio(currentTarget.naturalHeight / currentTarget.naturalWidth)}
            // A picture of a telephone's screen starts whole, as its owner saw it.
            style={{
              width: ratio > SCREEN_RATIO && !narrow ? `${(zoom * height) / ratio}px` : `${zoom * 100}%`,
              transform: `rotate(${turn}deg)`,
            }}
          />
        )}
      </div>
    </section>
  );
}
