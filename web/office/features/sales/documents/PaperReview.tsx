import { Anchor, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { addDays, showDay } from '#web/office/lib/format.ts';
import { changePaperStatus, uploadPaper } from '#contract/sales/documents/endpoints.ts';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import type { Paper } from '#contract/sales/documents/model.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { call } from '#web/office/lib/call.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useReasons } from '#web/office/lib/formLists.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FileSlot } from '#web/office/ui/FileSlot.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { ReviewPane } from '#web/office/ui/ReviewPane.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { Declared } from './Declared.tsx';

interface PaperReviewProps {
  paper: Paper;
  sale: SaleRecord;
  /** Called after a decision: opens the next pending document. */
  onDecided: () => void;
  /** The sale's activity, folded below the data. */
  activity: ReactNode;
}

const takesFile: readonly number[] = [
  DOCUMENT.pending,
  DOCUMENT.uploaded,
  DOCUMENT.rejected,
  DOCUMENT.expired,
];

/** One document, large, beside the declared data, on a ReviewScreen. Approving an uploaded document first starts its review. */
export function PaperReview({ paper, sale, onDecided, activity }: PaperReviewProps) {
  const [issued, setIssued] = useState(paper.issued_on ?? '');
  const [expires, setExpires] = useState(paper.expires_on ?? '');
  const reasons = useReasons('motivos_rechazo_documento');
  const mayUpload = useCan('documentos.crear');
  const change = useAction(changePaperStatus);
  const upload = useAction(uploadPaper, {
    success: 'Archivo cargado.',
    inline: true,
  });
  const [version] = paper.versions;
  const params = { id: paper.id };
  const offers = new Map(paper.transitions.map((one) => [one.estado_id, one]));
  const starts = offers.has(DOCUMENT.inReview) && paper.state.id === DOCUMENT.uploaded;
  const decides = offers.has(DOCUMENT.approved) || starts;

  /** Starts the review of an uploaded document first, which stops the customer from replacing it meanwhile. */
  async function take(): Promise<number> {
    if (!starts) return paper.version;
    const { data } = await change.mutateAsync({
      params,
      body: { params: { estado_id: DOCUMENT.inReview, version: paper.version } },
    });
    return data.version;
  }
  async function approve() {
    const dates = {
      ...(issued && { fecha_emision: issued }),
      ...(expires && paper.expiry_on_face && { fecha_vencimiento: expires }),
    };
    const { data } = await change.mutateAsync({
      params,
      body: { params: { estado_id: DOCUMENT.approved, version: await take(), ...dates } },
    });
    toast.undo(`«${paper.label}» aprobado.`, () => void takeBack(data.version), {
      id: 'approved',
      ...(data.undo_ms !== null && { withinMs: data.undo_ms }),
    });
    onDecided();
  }
  /** Undo lives longer than this page, so it shows its own result as a toast. */
  const takeBack = (approved: number) =>
    call(changePaperStatus, {
      params,
      body: { params: { estado_id: DOCUMENT.inReview, version: approved } },
    }).then(() => toast.success(`«${paper.label}» vuelve a revisión.`), toast.error);
  async function reject() {
    const motivo = await askReason({
      title: `Rechazar «${paper.label}»`,
      text: 'El cliente recibe este motivo con un enlace para enviarlo de nuevo.',
      label: 'Motivo',
      required: true,
      confirm: 'Rechazar',
      danger: true,
      suggestions: reasons,
    });
    if (motivo === null) return;
    await change.mutateAsync({
      params,
      body: { params: { estado_id: DOCUMENT.rejected, version: await take(), motivo } },
    });
    onDecided();
  }
  async function dismiss() {
    const motivo = await askReason({
      title: 'No aplica',
      text: 'Este documento deja de pedirse en esta venta.',
      label: 'Motivo',
      required: true,
      confirm: 'No aplica',
    });
    if (motivo !== null)
      await change.mutateAsync({
        params,
        body: { params: { estado_id: DOCUMENT.notApplicable, version: paper.version, motivo } },
      });
  }
  /** The call already reported the error; the screen stays as it was. */
  const run = (act: () => Promise<void>) => () => void act().catch(() => undefined);

  const today = useToday();
  const issuedWrong = paper.valid_days === null ? null : whyNotIssued(issued, paper.valid_days, today);
  const expiresWrong = paper.expiry_on_face ? whyNotExpiry(expires, today) : null;
  const [tried, setTried] = useState(false);
  const first = useRef<HTMLDivElement>(null);
  const refuse = () => {
    setTried(true);
    first.current
      ?.querySelector<HTMLElement>(issuedWrong ? '[data-day="issued"]' : '[data-day="expires"]')
      ?.focus();
  };
  /** A date that was never typed is no error until somebody tries to approve. */
  const errorOf = (wrong: string | null, day: string) => (day || tried ? wrong : null);
  const whyNot = !version
    ? 'Todavía no hay archivo.'
    : !decides
      ? 'No se puede decidir en este estado, o no tienes permiso.'
      : null;
  const noFile = version && !version.url ? 'No tienes permiso para abrir documentos de ingresos.' : null;

  return (
    <ReviewPane
      whole
      paper={version?.url ? { url: version.url, mime: version.mime, name: paper.label } : null}
      approve={{
        label: 'Aprobar',
        whyNot: whyNot ?? noFile ?? issuedWrong ?? expiresWrong,
        onRun: run(approve),
        onRefused: refuse,
      }}
      reject={{ label: 'Rechazar', whyNot: whyNot ?? noFile, onRun: run(reject) }}
      busy={change.isPending}
    >
      <Stack gap="sm" ref={first}>
        <Group gap="xs">
          <Title order={2} size="h3">
            {paper.label}
          </Title>
          <StatePill catalog="document" state={paper.state} />
        </Group>
        {paper.rejection_reason && <Text size="sm">Motivo del rechazo: {paper.rejection_reason}</Text>}
        {noFile && <Text size="sm">{noFile}</Text>}
        <Declared paper={paper} sale={sale} />
        {decides && paper.valid_days !== null && (
          <DayInput
            label="Fecha de emisión"
            required
            value={issued}
            onChange={setIssued}
            maxDate={today}
            data-autofocus
            data-day="issued"
            error={errorOf(issuedWrong, issued)}
            description={
              issued && !issuedWrong
                ? `Vence el ${showDay(addDays(issued, paper.valid_days))}`
                : `Vale ${paper.valid_days} días desde su emisión`
            }
          />
        )}
        {decides && paper.expiry_on_face && (
          <DayInput
            label="Fecha de vencimiento"
            required
            value={expires}
            onChange={setExpires}
            data-autofocus
            data-day="expires"
            error={errorOf(expiresWrong, expires)}
            description="La que muestra el documento"
          />
        )}
        {paper.state.id === DOCUMENT.approved && offers.get(DOCUMENT.inReview)?.disabled === null && (
          <Button
            variant="default"
            size="compact-sm"
            w="fit-content"
            onClick={() => void takeBack(paper.version)}
          >
            Deshacer aprobación
          </Button>
        )}
        {offers.has(DOCUMENT.notApplicable) && (
          <Button variant="default" size="compact-sm" w="fit-content" onClick={run(dismiss)}>
            No aplica en esta venta
          </Button>
        )}
        {paper.renew_before && (
          <Text size="sm">
            Un banco lo toma hasta el {showDay(paper.renew_before)}, antes de su respuesta: hay que renovarlo.
          </Text>
        )}
        {mayUpload && (takesFile.includes(paper.state.id) || paper.renew_before !== null) && (
          <FileSlot
            label={
              paper.renew_before
                ? 'Reemplazar por uno más reciente'
                : version
                  ? 'Reemplazar archivo'
                  : 'Cargar a nombre del cliente'
            }
            types={PAPER_FILE.types}
            maxSize={PAPER_FILE.maxSize}
            value={{ kind: 'none' }}
            onSelect={(file) => {
              const body = new FormData();
              body.set('archivo', file);
              upload.mutate({ params, body });
            }}
            onRemove={null}
            error={upload.error ? sentence(upload.error) : null}
          />
        )}
        <Versions paper={paper} />
        <details>
          <summary>Actividad de la venta</summary>
          {activity}
        </details>
      </Stack>
    </ReviewPane>
  );
}

/** The error of an issue date; the server checks it again. */
const whyNotIssued = (day: string, validDays: number, today: string): string | null => {
  if (!day) return 'Escribe la fecha de emisión del documento.';
  const last = addDays(day, validDays);
  return last < today ? `Venció el ${showDay(last)}: revisa la fecha, o rechaza el documento.` : null;
};

const whyNotExpiry = (day: string, today: string): string | null => {
  if (!day) return 'Escribe la fecha de vencimiento que muestra el documento.';
  return day < today ? `Venció el ${showDay(day)}: revisa la fecha, o rechaza el documento.` : null;
};

function Versions({ paper }: { paper: Paper }) {
  if (paper.versions.length < 2) return null;
  return (
    <div>
      <Text size="xs" c="dimmed">
        Versiones anteriores
      </Text>
      <List size="sm">
        {paper.versions.slice(1).map((one) => (
          <List.Item key={one.number}>
            {one.url ? (
              <Anchor href={one.url} target="_blank" rel="noopener" size="sm">
                Versión {one.number}
              </Anchor>
            ) : (
              `Versión ${one.number}`
            )}{' '}
            · <DateText instant={one.uploaded_at} size="sm" />
          </List.Item>
        ))}
      </List>
    </div>
  );
}
