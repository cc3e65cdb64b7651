import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { weekText } from '#contract/dates.ts';
import { changeJobStatus, getJob, inspectJob, reportJob, type Job } from '#contract/works/jobs/endpoints.ts';
import { ANSWERS, type Inspection } from '#contract/works/jobs/model.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { HouseBlockers } from '#web/office/features/projects/houses/HouseBlockers.tsx';
import { upload } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { InspectionForm } from './InspectionForm.tsx';
import { approvedText, nameOf, workOf } from './jobName.ts';
import { LowerForm } from './LowerForm.tsx';
import { SentPhotos } from './Photos.tsx';
import { ProgramDrawer } from './ProgramDrawer.tsx';
import { ReportForm } from './ReportForm.tsx';
import { formOf } from './sending.ts';

interface JobDrawerProps {
  id: number;
  onClose: () => void;
  beside: Beside;
}

/** One job: what may be done now, its reports and inspections with photographs, and its history. */
export function JobDrawer({ id, onClose, beside }: JobDrawerProps) {
  const { data, error } = useQuery(queryOf(getJob, { params: { id } }));
  const job = data?.data;
  return (
    <RecordDrawer
      of={['trabajo', id]}
      title={job ? nameOf(job) : 'Trabajo'}
      onClose={onClose}
      record={job}
      error={error}
      beside={beside}
      size="lg"
    >
      {(one) => <Body key={one.id} job={one} />}
    </RecordDrawer>
  );
}

type Opened = 'report' | 'inspect' | 'lower' | 'program';

function Body({ job }: { job: Job }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const moves = useTransitions({
    offers: job.transitions,
    version: job.version,
    status: changeJobStatus,
    danger: [JOB_STATE.voided],
    forms: {
      [JOB_STATE.programmed]: job.state.id === JOB_STATE.pending ? () => setOpened('program') : undefined,
    },
  });
  const params = { id: job.id };
  const { report, inspect, lower } = job.actions;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StatePill catalog="job" state={job.state} />
        <Text size="sm" c="dimmed">
          {job.contract.reference} · {job.contract.name}
        </Text>
      </Group>
      {job.house && <HouseBlockers houseId={job.house.id} />}
      <Facts
        rows={[
          ['Trabajo', workOf(job)],
          ['Semana', job.week && weekText(job.week)],
          ['Prioridad', job.priority?.name],
          ['Aprobado', approvedText(job)],
          ['Reportado', `${job.reported_percent} %`],
          ...(job.amount_centavos === null
            ? []
            : [
                ['Monto sin ITBMS', <MoneyText key="amount" centavos={job.amount_centavos} />] as const,
                ['Ejecutado', <MoneyText key="done" centavos={job.certified_centavos} />] as const,
              ]),
        ]}
      />
      {opened === 'report' ? (
        <ReportForm
          job={job}
          send={(typed, photos, as) => upload(reportJob, { params, body: formOf(typed, photos) }, as)}
          success="Avance reportado. Los inspectores reciben el aviso."
          onDone={close}
        />
      ) : opened === 'inspect' ? (
        <InspectionForm
          job={job}
          send={(typed, photos, as) => upload(inspectJob, { params, body: formOf(typed, photos) }, as)}
          success="Inspección guardada."
          onDone={close}
        />
      ) : opened === 'lower' ? (
        <LowerForm job={job} onDone={close} />
      ) : (
        <Group gap="xs">
          {report && !report.disabled && <Button onClick={() => setOpened('report')}>Reportar avance</Button>}
          {inspect && job.state.id === JOB_STATE.inspecting && (
            <ReasonedButton whyNot={inspect.disabled} onClick={() => setOpened('inspect')}>
              Inspeccionar
            </ReasonedButton>
          )}
          {moves.map(({ key, label, whyNot, danger, onRun }) => (
            <ReasonedButton
              key={key}
              whyNot={whyNot}
              variant="default"
              {...(danger && { color: 'red' })}
              onClick={onRun}
            >
              {label}
            </ReasonedButton>
          ))}
          {lower && !lower.disabled && (
            <Button variant="default" onClick={() => setOpened('lower')}>
              Bajar lo aprobado
            </Button>
          )}
        </Group>
      )}
      {opened === 'program' && <ProgramDrawer rows={[job]} onDone={close} />}
      <Courses job={job} />
      <ActivityStream
        title="Historia"
        error={null}
        onComment={null}
        items={job.history.map(({ id, at, from, to, reason, who }) => ({
          id,
          kind: 'change',
          who: who ?? 'Sistema',
          at,
          text: '',
          from: from?.name ?? null,
          to: to.name,
          reason,
        }))}
      />
      <RecordTalk reference="trabajo" id={job.id} />
    </Stack>
  );
}

const RESULTS: Record<Inspection['result'], string> = {
  aprobado: 'Aprobado',
  rechazado: 'Devuelto',
  rebajado: 'Bajado',
};

/** Reports with their inspections, the newest first. */
function Courses({ job }: { job: Job }) {
  const lowered = job.inspections.filter(({ report_id }) => report_id === null);
  if (job.reports.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        Reportes e inspecciones
      </Title>
      <Stack gap="sm">
        {lowered.map((one) => (
          <Paper key={one.id} withBorder p="sm">
            <Judged one={one} />
          </Paper>
        ))}
        {job.reports.map((report) => {
          const judged = job.inspections.find(({ report_id }) => report_id === report.id);
          return (
            <Paper key={report.id} withBorder p="sm">
              <Stack gap="xs">
                <Text size="sm" fw={600}>
                  Reportado{' '}
                  {report.quantity === null ? `${report.percent} %` : `${report.quantity} ${job.item?.unit}`}
                </Text>
                <Text size="xs" c="dimmed">
                  {report.by} · <DateText instant={report.at} />
                  {report.delay && ` · Atraso: ${report.delay.name}`}
                </Text>
                {report.note && <Text size="sm">{report.note}</Text>}
                <SentPhotos photos={report.photos} of="Reporte" />
                {judged && <Judged one={judged} />}
              </Stack>
            </Paper>
          );
        })}
      </Stack>
    </section>
  );
}

const Judged = ({ one }: { one: Inspection }) => (
  <Stack gap={4}>
    <Text size="sm" fw={600}>
      {RESULTS[one.result]}
      {one.result !== 'rechazado' && ` ${one.approved_quantity ?? `${one.approved_percent} %`}`}
    </Text>
    <Text size="xs" c="dimmed">
      {one.by} · <DateText instant={one.at} />
    </Text>
    {one.reason && <Text size="sm">{one.reason}</Text>}
    {one.checks.map(({ question, answer }) => (
      <Text key={question} size="xs">
        {question}: <b>{ANSWERS[answer]}</b>
      </Text>
    ))}
    <SentPhotos photos={one.photos} of="Inspección" />
  </Stack>
);
