import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  answerRight,
  eraseRight,
  getRight,
  RIGHT_CHANNELS,
  RIGHTS,
  RightAnswer,
  type RightRequest,
} from '#contract/overview/privacy/rights.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { RightState } from './RightsTab.tsx';

/** One request about personal data, and its answer. */
export function RightDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useQuery(queryOf(getRight, { params: { id } }));
  const edits = useCan('administracion.editar');
  return (
    <RecordDrawer title="Solicitud de derechos" onClose={onClose} record={data?.data} error={error}>
      {(one) => (
        <Stack gap="md">
          <Group gap="xs">
            <RightState {...one} />
            <Text size="sm" component="div">
              Responder hasta el <DateText day={one.due_on} />
            </Text>
          </Group>
          <Facts
            narrow
            rows={[
              [
                'Persona',
                <PageLink
                  key="person"
                  to="/oficina/personas/$id"
                  params={{ id: one.person.id }}
                  underline="always"
                >
                  {one.person.name}
                </PageLink>,
              ],
              ['Derecho', RIGHTS[one.kind]],
              ['Llegó por', RIGHT_CHANNELS[one.channel]],
              ['Recibida', <DateText key="day" day={one.received_on} />],
              ['Qué pidió', one.detail],
              [
                'Ticket',
                one.ticket && (
                  <PageLink
                    key="ticket"
                    to="/oficina/tickets/$id"
                    params={{ id: one.ticket.id }}
                    underline="always"
                  >
                    {one.ticket.code}
                  </PageLink>
                ),
              ],
            ]}
          />
          {one.state !== 'abierta' ? (
            <Alert
              variant="light"
              color={one.state === 'negada' ? 'red' : 'green'}
              title={`Respondida por ${one.closed_by ?? 'el sistema'}`}
            >
              <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                {one.answer}
              </Text>
            </Alert>
          ) : (
            edits && (
              <>
                {one.kind === 'cancelacion' && <Erase one={one} />}
                <AnswerForm one={one} />
              </>
            )
          )}
        </Stack>
      )}
    </RecordDrawer>
  );
}

/** What stays and why, what goes, and the button that erases it. */
function Erase({ one }: { one: RightRequest }) {
  const erase = useAction(eraseRight, { success: 'Se borró lo que se podía.' });
  const held = one.records.filter(({ why }) => why !== null);
  const confirm = async () => {
    const yes = await askConfirm({
      title: '¿Borrar los datos que se pueden?',
      text: 'No se puede deshacer. Lo que se queda aparece con su motivo en la respuesta.',
      confirm: 'Borrar',
      danger: true,
    });
    if (yes) erase.mutate({ params: { id: one.id }, body: { version: one.version } });
  };
  return (
    <Alert variant="light" color={held.length > 0 ? 'yellow' : 'gray'} title="Qué se puede borrar">
      <Stack gap="xs" align="flex-start">
        {one.records.length === 0 ? (
          <Text size="sm">No tiene compras: se borran sus datos de prospecto y contacto.</Text>
        ) : (
          <List size="sm">
            {one.records.map(({ label, why }) => (
              <List.Item key={label}>
                {label}: {why ?? 'se borra.'}
              </List.Item>
            ))}
          </List>
        )}
        <Button color="red" loading={erase.isPending} onClick={() => void confirm()}>
          Borrar lo que se puede
        </Button>
      </Stack>
    </Alert>
  );
}

const Words = RightAnswer.omit({ version: true });

/** The answer that the person got. */
export function AnswerForm({ one }: { one: Pick<RightRequest, 'id' | 'version'> }) {
  const params = { id: one.id };
  const form = useRecordForm({
    schema: Words,
    initial: { resultado: 'atendida', version: one.version },
    send: (body, as, version) => call(answerRight, { params, body: { ...body, version } }, as),
    success: 'Respuesta registrada.',
  });
  return (
    <RecordForm {...form.frame} submitLabel="Registrar respuesta">
      <OptionField
        of={form}
        name="resultado"
        label="Resultado"
        options={[
          { value: 'atendida', label: 'Atendida' },
          { value: 'negada', label: 'Negada' },
        ]}
      />
      <LongTextField of={form} name="respuesta" label="Qué se respondió" maxLength={4000} />
    </RecordForm>
  );
}
