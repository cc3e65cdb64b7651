import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import type { Job } from '#contract/works/jobs/endpoints.ts';
import { ANSWERS, type CheckAnswer } from '#contract/works/jobs/model.ts';
import { useDrafted } from '#web/office/lib/outbox/draftContext.ts';
import { LongTextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm, type SendAs } from '#web/office/ui/form/useRecordForm.ts';
import styles from './jobs.module.css';
import { Photos, SentPhotos } from './Photos.tsx';
import { progressBody, ProgressField, progressShape } from './ProgressField.tsx';
import { freshKey, type TypedInspection } from './sending.ts';

type Answer = z.infer<typeof CheckAnswer>;
const CHOICES = Object.entries(ANSWERS).map(([value, label]) => ({ value, label }));
const Judged = z.object({ ...progressShape, motivo: z.string().max(1000).nullable() });

interface InspectionFormProps {
  job: Job;
  /** What was refused, to be corrected. */
  first?: { typed: TypedInspection; photos: readonly File[] };
  /** Sends it now, or keeps it on the phone. */
  send: (typed: TypedInspection, photos: readonly File[], as: SendAs) => Promise<unknown>;
  success: string;
  onDone: () => void;
}

/** One answer per question; those of a list that changed meanwhile do not count. */
function answersOf({ checklist }: Job, typed: TypedInspection | undefined): (Answer | null)[] {
  const questions = checklist?.questions ?? [];
  const given = typed?.lista_id === checklist?.id ? typed?.respuestas : undefined;
  return questions.map((_, at) => given?.[at] ?? null);
}

/** Answers the list and approves what was reported, or returns it with a reason and a photograph. */
export function InspectionForm({ job, first, send, success, onDone }: InspectionFormProps) {
  const { checklist } = job;
  const report = job.reports.find(({ outcome }) => outcome === null);
  const questions = checklist?.questions ?? [];
  const [answers, setAnswers] = useDrafted<(Answer | null)[]>(`respuestas-${checklist?.id}`, () =>
    answersOf(job, first?.typed),
  );
  const [result, setResult] = useDrafted<'aprobado' | 'rechazado'>(
    'resultado',
    first?.typed.resultado ?? 'aprobado',
  );
  const [photos, setPhotos] = useDrafted<File[]>('fotos', () => [...(first?.photos ?? [])]);
  const [clave] = useState(freshKey);
  const passes = result === 'aprobado';
  const open = answers.filter((answer) => answer === null).length;
  const form = useRecordForm({
    schema: Judged,
    initial: {
      porcentaje: job.item ? null : (first?.typed.porcentaje ?? report?.percent ?? null),
      cantidad: job.item ? (first?.typed.cantidad ?? report?.quantity ?? null) : null,
      motivo: first?.typed.motivo ?? null,
    },
    check: ({ porcentaje, cantidad, motivo }) => {
      const less = job.item
        ? (cantidad ?? 0) < (report?.quantity ?? 0)
        : (porcentaje ?? 0) < (report?.percent ?? 0);
      return {
        respuestas: passes && open > 0 ? 'Responde todas las preguntas de la lista.' : null,
        motivo: (!passes || less) && !motivo?.trim() ? 'Escribe el motivo.' : null,
        fotos: !passes && photos.length === 0 ? 'Adjunta al menos una fotografía.' : null,
      };
    },
    send: ({ motivo, ...progress }, as) =>
      send(
        {
          clave,
          reporte_id: report!.id,
          resultado: result,
          ...(passes && progressBody(progress)),
          ...(motivo && { motivo }),
          ...(checklist && open === 0 && { lista_id: checklist.id, respuestas: answers as Answer[] }),
        },
        photos,
        as,
      ),
    success,
    onDone,
  });
  if (!report) return null;
  const { errors, clearFieldError } = form.form;
  const choose = (at: number, answer: Answer) => {
    setAnswers(answers.map((one, place) => (place === at ? answer : one)));
    clearFieldError('respuestas');
    if (answer === 'no') setResult('rechazado');
  };
  return (
    <RecordForm {...form.frame} submitLabel={passes ? 'Aprobar' : 'Devolver para corregir'} onCancel={onDone}>
      <Text size="sm">
        {report.by} reportó{' '}
        {report.quantity === null ? `${report.percent} %` : `${report.quantity} ${job.item?.unit}`}
        {report.note && `: ${report.note}`}
      </Text>
      <SentPhotos photos={report.photos} of="Reporte" />
      <div>
        {questions.map((question, at) => (
          <fieldset key={question} className={styles.question}>
            <legend>{question}</legend>
            <SegmentedControl
              size="md"
              data={CHOICES}
              value={answers[at] ?? ''}
              onChange={(answer) => choose(at, answer as Answer)}
            />
          </fieldset>
        ))}
        {open > 1 && (
          <Button
            variant="default"
            mt="sm"
            onClick={() => {
              setAnswers(answers.map((one) => one ?? 'si'));
              clearFieldError('respuestas');
            }}
          >
            {open === answers.length ? 'Sí a todas' : 'Sí a las demás'}
          </Button>
        )}
        {errors['respuestas'] && passes && open > 0 && (
          <Text size="sm" c="var(--danger)" role="alert" mt={6}>
            {errors['respuestas']}
          </Text>
        )}
      </div>
      <Stack gap={4}>
        <Text size="sm" fw={600} id="resultado">
          Resultado
        </Text>
        <SegmentedControl
          fullWidth
          size="md"
          aria-labelledby="resultado"
          data={[
            { value: 'aprobado', label: 'Aprobar' },
            { value: 'rechazado', label: 'Devolver' },
          ]}
          value={result}
          onChange={(to) => setResult(to)}
        />
      </Stack>
      {passes && <ProgressField of={form} job={job} label="Avance que apruebas" />}
      <LongTextField
        of={form}
        name="motivo"
        label="Motivo"
        maxLength={1000}
        required={!passes}
        {...(passes && { description: 'Solo si apruebas menos de lo reportado.' })}
      />
      <Photos
        files={photos}
        required={!passes}
        error={errors['fotos'] && photos.length === 0 ? String(errors['fotos']) : null}
        onChange={(files) => {
          setPhotos(files);
          clearFieldError('fotos');
        }}
      />
    </RecordForm>
  );
}
