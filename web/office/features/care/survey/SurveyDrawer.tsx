import { Blockquote, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showInstant } from '#contract/dates.ts';
import { changeSurveyStatus, getSurvey } from '#contract/care/survey/endpoints.ts';
import type { Survey } from '#contract/care/survey/model.ts';
import { ABOUT, REASONS, SURVEY } from '#contract/care/survey/rules.ts';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { newestFirst, stateItems } from '#web/office/ui/activity.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { ScorePill } from './ScorePill.tsx';

/** What the dialog of the call asks and suggests. */
const ASKS = {
  [SURVEY.called]: {
    label: 'Qué dijo la familia',
    text: 'Queda en la respuesta, y la familia sale de la lista de llamadas.',
    suggestions: ['No contestó después de tres llamadas', 'Ya está resuelto y quedó conforme'],
  },
};

interface SurveyDrawerProps {
  id: number;
  beside?: Beside;
  onClose: () => void;
}

/** One answer of a family: what it said, and the call when its score is low. */
export function SurveyDrawer({ id, beside, onClose }: SurveyDrawerProps) {
  const { data, error } = useQuery(queryOf(getSurvey, { params: { id } }));
  const comments = useComments('encuesta', id);
  const survey = data?.data;
  const transitions = useTransitions({
    offers: survey?.transitions,
    status: changeSurveyStatus,
    version: survey?.version,
    asks: ASKS,
  });
  return (
    <RecordDrawer
      title={survey ? `Respuesta de ${survey.person.name}` : 'Respuesta'}
      of={['encuesta', id]}
      record={survey}
      error={error}
      beside={beside}
      onClose={onClose}
      size="lg"
    >
      {(one) => (
        <Stack gap="md">
          <Group gap="xs">
            <ScorePill score={one.score} />
            <StatePill catalog="survey" state={one.state} />
          </Group>
          {one.comment !== null && (
            <Blockquote p="sm" fz="md">
              {one.comment}
            </Blockquote>
          )}
          <Words one={one} />
          {transitions.length > 0 && (
            <Group gap="xs">
              {transitions.map(({ key, label, whyNot, onRun, loading }) => (
                <ReasonedButton key={key} whyNot={whyNot} loading={loading ?? false} onClick={onRun}>
                  {label}
                </ReasonedButton>
              ))}
            </Group>
          )}
          <RecordTasks reference="encuesta" id={id} />
          <RecordFiles reference="encuesta" id={id} />
          <ActivityStream
            {...comments}
            items={comments.items && newestFirst(stateItems(one.history), comments.items)}
          />
        </Stack>
      )}
    </RecordDrawer>
  );
}

function Words({ one }: { one: Survey }) {
  const seesSales = useCan('ventas.ver');
  const seesTickets = useCan('tickets.ver');
  // A report may be read by somebody who opens neither sales nor deliveries.
  const opens = one.about === 'ticket' ? seesTickets : seesSales;
  const about = `${ABOUT[one.about]} ${one.record.code}`;
  return (
    <Facts
      rows={[
        [
          'Se preguntó por',
          opens ? (
            <PageLink key="about" href={recordUrl(one.about, one.record.id)} underline="always">
              {about}
            </PageLink>
          ) : (
            about
          ),
        ],
        ['Qué pesó más', REASONS[one.reason]],
        ['Vivienda', one.house?.name ?? null],
        ['Proyecto', one.project.name],
        [
          'Venta',
          seesSales ? (
            <PageLink key="sale" to="/oficina/ventas/$id" params={{ id: one.sale.id }} underline="always">
              {one.sale.code ?? 'Abrir'}
            </PageLink>
          ) : (
            one.sale.code
          ),
        ],
        ['Teléfono', one.phone && <PhoneLinks key="phone" phone={one.phone} size="sm" />],
        ['Asesor', one.adviser?.name ?? null],
        ['Contratista', one.contractor?.name ?? null],
        ['Respondida', `${showInstant(one.answered_at)} (${daysText(one.days)})`],
        ...(one.call
          ? ([
              ['Llamada', `${one.call.by}, ${showInstant(one.call.at)}`],
              ['Qué dijo la familia', one.call.note],
            ] as const)
          : []),
      ]}
    />
  );
}

const daysText = (days: number) =>
  days === 0 ? 'el mismo día' : days === 1 ? 'un día después' : `${days} días después`;
