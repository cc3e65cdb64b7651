import { ActionIcon, Button, Center, Group, Loader, Text, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import {
  IconDownload,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
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
}

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3] as const;
const START = ZOOMS.indexOf(1);

/**
 * A document beside its data: the file on the left, the decision on the right. A approves, R rejects. The page's toast
 * can undo an approval.
 */
export function ReviewPane(props: ReviewPaneProps) {
  const { paper, children, approve, reject, busy } = props;
  const run = (decision: Decision | null) => !busy && decision?.whyNot === null && decision.onRun();
  const { root, active } = useSingleKeys<HTMLDivElement>({ a: () => run(approve), r: () => run(reject) });
  return (
    <div className={styles.pane} ref={root}>
      <Paper key={paper?.url} paper={paper} />
      <section className={styles.side} aria-label="Datos del documento">
        <div className={styles.data}>{children}</div>
        {(approve || reject) && (
          <Group gap="xs" grow className={styles.decide}>
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
  const { ref, width } = useElementSize();
  const [step, setStep] = useState<number>(START);
  const [turn, setTurn] = useState(0);
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
            style={{ width: `${zoom * 100}%`, transform: `rotate(${turn}deg)` }}
          />
        )}
      </div>
    </section>
  );
}
