import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PAGE_LABELS } from '#contract/banking/bankData/bankData.fields.ts';
import { getBankForm, saveBankForm } from '#contract/banking/bankData/bankData.endpoints.ts';
import type { BankForm } from '#contract/banking/bankData/bankData.model.ts';
import { ASK_NAMES, askLabel, askPage, type AskName } from '#contract/banking/bankData/bankData.rows.ts';
import { applyServerErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { BankTemplate } from './BankTemplate.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** One bank's form: its rows, and its own PDF. */
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
        <FormRows key={form.version} form={form} />
      </Stack>
    </RecordPage>
  );
}

type Line = BankForm['fields'][number];
const choices = ASK_NAMES.filter((name) => askPage(name) !== 6).map((name) => ({
  value: name,
  label: `${PAGE_LABELS[askPage(name)]}: ${askLabel(name)}`,
}));

function FormRows({ form: { bank, version, fields, may_edit: edits } }: { form: BankForm }) {
  const save = useAction(saveBankForm, {
    success: 'Formulario guardado.',
  });
  const form = useForm<{ fields: Line[] }>({ initialValues: { fields } });
  useUnsavedGuard(form.isDirty() && !save.isPending);
  const lines = form.values.fields;
  const left = choices.filter(({ value }) => !lines.some(({ campo }) => campo === value));
  const add = (campo: AskName) =>
    form.insertListItem('fields', {
      campo,
      seccion: PAGE_LABELS[askPage(campo)],
      etiqueta: askLabel(campo),
      obligatorio: true,
    });
  const submit = () =>
    save.mutate(
      { params: { bancoId: bank.id }, body: { version, fields: lines } },
      { onError: (error) => applyServerErrors(form, error) },
    );
  return (
    <Section
      title="Qué pide"
      text="En el orden en que sale. Lo obligatorio que falte se ve en los datos bancarios de cada venta."
      actions={
        edits && (
          <Button loading={save.isPending} disabled={!form.isDirty()} onClick={submit}>
            Guardar
          </Button>
        )
      }
    >
      <ShortTable
        label={`Qué pide ${bank.name}`}
        rows={lines}
        rowId={({ campo }) => campo}
        columns={[
          { title: 'Dato', render: ({ campo }) => askLabel(campo) },
          {
            title: 'Sección',
            render: ({ campo }, at) => (
              <TextInput
                size="xs"
                aria-label={`Sección de ${askLabel(campo)}`}
                readOnly={!edits}
                {...form.getInputProps(`fields.${at}.seccion`)}
              />
            ),
          },
          {
            title: 'Cómo lo llama el banco',
            render: ({ campo }, at) => (
              <TextInput
                size="xs"
                aria-label={`Cómo llama el banco a ${askLabel(campo)}`}
                readOnly={!edits}
                {...form.getInputProps(`fields.${at}.etiqueta`)}
              />
            ),
          },
          {
            title: 'Obligatorio',
            render: ({ campo }, at) => (
              <Checkbox
                aria-label={`${askLabel(campo)} es obligatorio`}
                disabled={!edits}
                {...form.getInputProps(`fields.${at}.obligatorio`, { type: 'checkbox' })}
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
                    count={lines.length}
                    busy={save.isPending}
                    direction="rows"
                    onMove={(to) => form.reorderListItem('fields', { from: at, to })}
                  />
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Quitar ${askLabel(campo)}`}
                    onClick={() => form.removeListItem('fields', at)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              ),
          },
        ]}
      />
      {edits && left.length > 0 && (
        <NativeSelect
          mt="md"
          maw={420}
          label="Agregar un dato"
          value=""
          data={[{ value: '', label: 'Elige un dato' }, ...left]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            const found = ASK_NAMES.find((name) => name === value);
            if (found) add(found);
          }}
        />
      )}
      {!edits && (
        <Text size="sm" c="dimmed" mt="sm">
          Esta lista la cambia un administrador.
        </Text>
      )}
    </Section>
  );
}
