import { Anchor, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { addDays, showDay } from '#web/office/lib/format.ts';
import { UNDO_MS } from '#contract/undo.ts';
import { rejectionReasons } from '#contract/company/catalogs/salesLists.ts';
import { changePaperStatus, uploadPaper } from '#contract/sales/documents/endpoints.ts';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import type { Paper } from '#contract/sales/documents/model.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { call } from '#web/office/lib/call.ts';
import { useAction } from '#web/office/lib/query.ts';
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
  onClose: () => void;
  /** Called after a decision: opens the next pending document. */
  onDecided: () => void;
  /** How many other documents are pending. */
  waiting: number;
}

const takesFile: readonly number[] = [
  DOCUMENT.pending,
  DOCUMENT.uploaded,
  DOCUMENT.rejected,
  DOCUMENT.expired,
];

/** One document, large, beside the declared data. Approving an uploaded document first starts its review. */
export function PaperReview({ paper, sale, onClose, onDecided, waiting }: PaperReviewProps) {
  const [issued, setIssued] = useState(paper.issued_on ?? '');
  const [expires, setExpires] = useState(paper.expires_on ?? '');
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
      withinMs: UNDO_MS,
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
      suggestions: rejectionReasons.rows.map(([, label]) => label),
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
  const missing =
    paper.valid_days !== null && !issued
      ? 'Escribe la fecha de emisión del documento.'
      : paper.expiry_on_face && !expires
        ? 'Escribe la fecha de vencimiento que muestra el documento.'
        : null;
  const whyNot = !version
    ? 'Todavía no hay archivo.'
    : !decides
      ? 'No se puede decidir en este estado, o no tienes permiso.'
      : null;
  const noFile = version && !version.url ? 'No tienes permiso para abrir documentos de ingresos.' : null;

  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Button variant="subtle" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
          Todos los documentos
        </Button>
        {waiting > 0 && (
          <Text size="sm" c="dimmed">
            {waiting === 1 ? 'Espera 1 documento más' : `Esperan ${waiting} documentos más`}
          </Text>
        )}
      </Group>
      <ReviewPane
        paper={version?.url ? { url: version.url, mime: version.mime, name: paper.label } : null}
        approve={{ label: 'Aprobar', whyNot: whyNot ?? noFile ?? missing, onRun: run(approve) }}
        reject={{ label: 'Rechazar', whyNot: whyNot ?? noFile, onRun: run(reject) }}
        busy={change.isPending}
      >
        <Stack gap="sm">
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
              description={
                issued
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
              Un banco lo toma hasta el {showDay(paper.renew_before)}, antes de su respuesta: hay que
              renovarlo.
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
        </Stack>
      </ReviewPane>
    </Stack>
  );
}

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
