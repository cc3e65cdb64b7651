import { Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { weekText } from '#contract/dates.ts';
import type { Job } from '#contract/works/jobs/endpoints.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import type { OutboxItem } from '#web/office/lib/outbox/database.ts';
import { keeping, photosOf } from '#web/office/lib/outbox/keeping.ts';
import { Begun, Drafting, useDrafts } from '#web/office/ui/outbox/Drafting.tsx';
import { FieldEntry, FieldFrame, photosIn } from '#web/office/ui/outbox/FieldFrame.tsx';
import { CorrectButton } from '#web/office/ui/outbox/OutboxRow.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { InspectionForm } from '../InspectionForm.tsx';
import { nameOf, placeOf, workOf } from '../jobName.ts';
import { ReportForm } from '../ReportForm.tsx';
import type { TypedInspection, TypedReport } from '../sending.ts';
import type { KeptJob } from './fieldKinds.ts';
import { useField } from './useField.ts';

/** The phone's page of who builds and who inspects: the jobs that wait, house by house, also without a line. */
export function FieldPage() {
  const field = useField();
  const { reports, inspections, waiting, jobs } = field;
  const [openId, setOpenId] = useState<number | null>(null);
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const drafts = `trabajo-${reports.author?.id ?? 0}-`;
  const open = jobs?.find(({ id }) => id === openId) ?? correcting?.job;
  const close = () => {
    setOpenId(null);
    setCorrecting(null);
  };
  const correct = async (item: Kept, job: Job) => setCorrecting({ job, item, photos: await photosIn(item) });
  return (
    <FieldFrame
      title={open ? nameOf(open) : 'Mis trabajos'}
      home={{ href: '/oficina/trabajos', label: 'Volver a trabajos' }}
      onBack={open ? close : null}
      outbox={reports}
      goOn="Sigue trabajando"
      signIn="Ingresa para ver tus trabajos"
      ready={field.ready}
      known={jobs !== null}
      waiting={waiting}
      renderActions={(item) => (
        <Correct item={item} known={field.known} onCorrect={(job) => void correct(item, job)} />
      )}
    >
      {correcting ? (
        <Correction correcting={correcting} field={field} onDone={close} />
      ) : open ? (
        <Drafting key={open.id} name={`${drafts}${open.id}`}>
          {(draft) =>
            open.state.id === JOB_STATE.inspecting ? (
              <InspectionForm
                job={open}
                success="Inspección guardada."
                send={(typed, photos) =>
                  keeping(inspections.enqueue(keptOf(open, typed), photosOf(photos), { draft }))
                }
                onDone={close}
              />
            ) : (
              <ReportForm
                job={open}
                success="Reporte guardado."
                send={(typed, photos) =>
                  keeping(reports.enqueue(keptOf(open, typed), photosOf(photos), { draft }))
                }
                onDone={close}
              />
            )
          }
        </Drafting>
      ) : (
        <Jobs jobs={jobs ?? []} drafts={drafts} onOpen={setOpenId} />
      )}
    </FieldFrame>
  );
}

const keptOf = <Typed,>(job: Job, typed: Typed) => ({ jobId: job.id, name: nameOf(job), typed });

type Kept = ReturnType<typeof useField>['waiting'][number];
/** A refused report or inspection that is being corrected, with its photographs. */
interface Correcting {
  job: Job;
  item: Kept;
  photos: File[];
}
const isInspection = (typed: TypedReport | TypedInspection): typed is TypedInspection =>
  'reporte_id' in typed;

/** Opens a refused entry again, as long as its job still waits for it. */
function Correct({
  item,
  known,
  onCorrect,
}: {
  item: Kept;
  known: readonly Job[];
  onCorrect: (job: Job) => void;
}) {
  const job = known.find(({ id }) => id === item.typed.jobId);
  const inspects = isInspection(item.typed.typed);
  const waits = job !== undefined && (job.state.id === JOB_STATE.inspecting) === inspects;
  return (
    <CorrectButton
      item={item}
      gone="Este trabajo ya no espera por ti: guarda lo que necesites y descártalo."
      onCorrect={waits ? () => onCorrect(job) : null}
    />
  );
}

interface CorrectionProps {
  correcting: Correcting;
  field: ReturnType<typeof useField>;
  onDone: () => void;
}

/** The form of what was refused, with what was written; it replaces the refused one. */
function Correction({ correcting: { job, item, photos }, field, onDone }: CorrectionProps) {
  const { typed } = item.typed;
  const kept = { jobId: job.id, name: nameOf(job) };
  return isInspection(typed) ? (
    <InspectionForm
      job={job}
      first={{ typed, photos }}
      success="Inspección guardada."
      send={(next, files) =>
        keeping(
          field.inspections.correct(
            item as OutboxItem<KeptJob<TypedInspection>>,
            { ...kept, typed: next },
            photosOf(files),
          ),
        )
      }
      onDone={onDone}
    />
  ) : (
    <ReportForm
      job={job}
      first={{ typed, photos }}
      success="Reporte guardado."
      send={(next, files) => keeping(field.reports.correct(item, { ...kept, typed: next }, photosOf(files)))}
      onDone={onDone}
    />
  );
}

function Jobs({
  jobs,
  drafts,
  onOpen,
}: {
  jobs: readonly Job[];
  drafts: string;
  onOpen: (id: number) => void;
}) {
  const begun = useDrafts(drafts);
  const places = Map.groupBy(jobs, (job) => `${placeOf(job)} · ${job.project.name}`);
  if (jobs.length === 0)
    return <Text c="dimmed">No hay trabajos que esperen por ti. Los que se programen aparecen aquí.</Text>;
  return (
    <Stack gap="lg">
      {[...places].map(([place, list]) => (
        <section key={place} aria-label={place}>
          <Title order={2} size="h4" mb="xs">
            {place}
          </Title>
          <Stack gap="xs">
            {list.map((job) => (
              <FieldEntry key={job.id} onOpen={() => onOpen(job.id)}>
                <Group justify="space-between" wrap="nowrap" align="flex-start">
                  <Text fw={600}>{workOf(job)}</Text>
                  <StatePill catalog="job" state={job.state} />
                </Group>
                <Text size="sm" c="dimmed">
                  Aprobado {job.approved_percent} %{job.week && ` · ${weekText(job.week).split(' · ')[0]}`}
                </Text>
                {job.state.id === JOB_STATE.toCorrect && job.inspections[0]?.reason && (
                  <Text size="sm">Devuelto: {job.inspections[0].reason}</Text>
                )}
                {begun.has(`${drafts}${job.id}`) && <Begun />}
              </FieldEntry>
            ))}
          </Stack>
        </section>
      ))}
    </Stack>
  );
}
