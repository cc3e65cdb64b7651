import { ActionIcon, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PAGE_LABELS } from '#contract/banking/bankData/bankData.fields.ts';
import { getBankForm, saveBankForm } from '#contract/banking/bankData/bankData.endpoints.ts';
import type { BankForm } from '#contract/banking/bankData/bankData.model.ts';
import { ASK_NAMES, askLabel, askPage, type AskName } from '#contract/banking/bankData/bankData.rows.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { CheckField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { BankTemplate } from './BankTemplate.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** One bank's form: its rows and its PDF. */
export function BankFormPage({ bankId }: { bankId: number }) {
  const query = useQuery(queryOf(getBankForm, { params: { bancoId: bankId } }));
  if (query.error) throw query.error;
  const form = query.data?.data;
  if (!form) return <PendingPage />;
  return (
    <RecordPage
      title={form.bank.name}
      subtitle={
        form.own
          ? 'Este banco pide lo que está en esta lista.'
          : 'Este banco todavía pide lo general. Cambia algo y guarda para que tenga lo suyo.'
      }
      state={null}
      turn={null}
      actions={[]}
      activity={null}
    >
      <Stack gap="md">
        <BankTemplate form={form} />
        <FormRows form={form} />
      </Stack>
    </RecordPage>
  );
}

const Asked = saveBankForm.body.omit({ version: true });
const choices = ASK_NAMES.filter((name) => askPage(name) !== 6).map((name) => ({
  value: name,
  label: `${PAGE_LABELS[askPage(name)]}: ${askLabel(name)}`,
}));

function FormRows({ form: asked }: { form: BankForm }) {
  const { bank, may_edit: edits } = asked;
  const params = { bancoId: bank.id };
  const form = useRecordForm({
    schema: Asked,
    initial: asked,
    reread: async () => (await call(getBankForm, { params })).data,
    send: (body, as, version = asked.version) =>
      call(saveBankForm, { params, body: { ...body, version } }, as),
    success: 'Formulario guardado.',
    onDone: ({ data }) => form.fill(data),
  });
  const { rows, add, remove, move } = rowsOf(form, 'fields');
  const left = choices.filter(({ value }) => !rows.some(({ values }) => values.campo === value));
  const table = (
    <ShortTable
      label={`Qué pide ${bank.name}`}
      rows={rows.map((of) => ({ of, campo: of.values.campo as AskName }))}
      rowId={({ campo }) => campo}
      columns={[
        { title: 'Dato', render: ({ campo }) => askLabel(campo) },
        {
          title: 'Sección',
          render: ({ of, campo }) => (
            <TextField
              of={of}
              name="seccion"
              size="xs"
              aria-label={`Sección de ${askLabel(campo)}`}
              readOnly={!edits}
            />
          ),
        },
        {
          title: 'Cómo lo llama el banco',
          render: ({ of, campo }) => (
            <TextField
              of={of}
              name="etiqueta"
              size="xs"
              aria-label={`Cómo llama el banco a ${askLabel(campo)}`}
              readOnly={!edits}
            />
          ),
        },
        {
          title: 'Obligatorio',
          render: ({ of, campo }) => (
            <CheckField
              of={of}
              name="obligatorio"
              required={false}
              aria-label={`${askLabel(campo)} es obligatorio`}
              disabled={!edits}
            />
          ),
        },
        {
          title: 'Mover y quitar',
          quiet: true,
          align: 'right',
          render: ({ campo }, at) =>
            edits && (
              <Group gap={4} wrap="nowrap" justify="flex-end">
                <MoveButtons
                  name={askLabel(campo)}
                  at={at}
                  count={rows.length}
                  busy={form.loading}
                  direction="rows"
                  onMove={(to) => move(at, to)}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Quitar ${askLabel(campo)}`}
                  onClick={() => remove(at)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            ),
        },
      ]}
    />
  );
  return (
    <Section
      title="Qué pide"
      text="En el orden en que sale. Lo obligatorio que falte se ve en los datos bancarios de cada venta."
    >
      {edits ? (
        <RecordForm {...form.frame} submitLabel="Guardar">
          {table}
          {left.length > 0 && (
            <NativeSelect
              maw={420}
              label="Agregar un dato"
              value=""
              data={[{ value: '', label: 'Elige un dato' }, ...left]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                const campo = ASK_NAMES.find((name) => name === value);
                if (campo)
                  add({
                    campo,
                    seccion: PAGE_LABELS[askPage(campo)],
                    etiqueta: askLabel(campo),
                    obligatorio: true,
                  });
              }}
            />
          )}
        </RecordForm>
      ) : (
        <>
          {table}
          <Text size="sm" c="dimmed" mt="sm">
            Esta lista la cambia un administrador.
          </Text>
        </>
      )}
    </Section>
  );
}
