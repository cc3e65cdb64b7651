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

interface ReviewPaneProps {
  /** The paper; null where none was sent yet. */
  paper: { url: string; mime: string; name: string } | null;
  /** What was read from it and what was declared. */
  children: ReactNode;
  /** Sentence why it cannot be approved or rejected now; null when it can. */
  whyNotApprove: string | null;
  whyNotReject: string | null;
  onApprove: () => void;
  /** The page asks for the reason (askReason). */
  onReject: () => void;
  /** A decision is under way. */
  busy: boolean;
}

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3] as const;
const START = ZOOMS.indexOf(1);

/** A paper beside its data: large on the left, decided on the right; A approves, R rejects. An approval can be taken back by the page's toast. */
export function ReviewPane(props: ReviewPaneProps) {
  const { paper, children, whyNotApprove, whyNotReject, onApprove, onReject, busy } = props;
  const keys = useSingleKeys([
    ['a', () => !busy && whyNotApprove === null && onApprove()],
    ['r', () => !busy && whyNotReject === null && onReject()],
  ]);
  return (
    <div className={styles.pane}>
      <Paper key={paper?.url} paper={paper} />
      <section className={styles.side} aria-label="Datos del documento">
        <div className={styles.data}>{children}</div>
        <Group gap="xs" grow className={styles.decide}>
          <ReasonedButton
            variant="outline"
            color="red"
            whyNot={whyNotReject}
            onClick={onReject}
            disabled={busy}
            {...(keys && { 'aria-keyshortcuts': 'r' })}
          >
            Rechazar{keys && ' (R)'}
          </ReasonedButton>
          <ReasonedButton
            whyNot={whyNotApprove}
            onClick={onApprove}
            loading={busy}
            {...(keys && { 'aria-keyshortcuts': 'a' })}
          >
            Aprobar{keys && ' (A)'}
          </ReasonedButton>
        </Group>
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
      {/* Scrolls, so the keyboard must reach it (WCAG 2.1.1). */}
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
