import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PAGE_LABELS } from '#contract/banking/bankData/bankData.fields.ts';
import { getBankForm, listBankForms, saveBankForm } from '#contract/banking/bankData/bankData.endpoints.ts';
import type { BankForm } from '#contract/banking/bankData/bankData.model.ts';
import { ASK_NAMES, askLabel, askPage, type AskName } from '#contract/banking/bankData/bankData.rows.ts';
import { applyServerErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { BankTemplate } from './BankTemplate.tsx';

/** One bank's form: its rows, and its own PDF. */
export function BankFormPage({ bankId }: { bankId: number }) {
  const query = useQuery(queryOf(getBankForm, { params: { bancoId: bankId } }));
  if (query.error) throw query.error;
  const form = query.data?.data;
  if (!form) return <PendingPage />;
  return (
    <Stack gap="md">
      <PageHeader
        title={form.bank.name}
        count={null}
        text={
          form.own
            ? 'Este banco pide lo que está en esta lista.'
            : 'Este banco todavía pide lo general. Cambia algo y guarda para que tenga lo suyo.'
        }
      />
      <BankTemplate form={form} />
      <FormRows key={form.version} form={form} />
    </Stack>
  );
}

type Line = BankForm['fields'][number];
const choices = ASK_NAMES.filter((name) => askPage(name) !== 6).map((name) => ({
  value: name,
  label: `${PAGE_LABELS[askPage(name)]}: ${askLabel(name)}`,
}));

function FormRows({ form: { bank, version, fields, may_edit: edits } }: { form: BankForm }) {
  const save = useAction(saveBankForm, {
    invalidates: [getBankForm, listBankForms],
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
      <Table.ScrollContainer minWidth={760}>
        <Table verticalSpacing={4} aria-label={`Qué pide ${bank.name}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Dato</Table.Th>
              <Table.Th>Sección</Table.Th>
              <Table.Th>Cómo lo llama el banco</Table.Th>
              <Table.Th>Obligatorio</Table.Th>
              <Table.Th>
                <span className="sr-only">Mover y quitar</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line, at) => (
              <Table.Tr key={line.campo}>
                <Table.Td>{askLabel(line.campo)}</Table.Td>
                <Table.Td>
                  <TextInput
                    size="xs"
                    aria-label={`Sección de ${askLabel(line.campo)}`}
                    readOnly={!edits}
                    {...form.getInputProps(`fields.${at}.seccion`)}
                  />
                </Table.Td>
                <Table.Td>
                  <TextInput
                    size="xs"
                    aria-label={`Cómo llama el banco a ${askLabel(line.campo)}`}
                    readOnly={!edits}
                    {...form.getInputProps(`fields.${at}.etiqueta`)}
                  />
                </Table.Td>
                <Table.Td>
                  <Checkbox
                    aria-label={`${askLabel(line.campo)} es obligatorio`}
                    disabled={!edits}
                    {...form.getInputProps(`fields.${at}.obligatorio`, { type: 'checkbox' })}
                  />
                </Table.Td>
                <Table.Td>
                  {edits && (
                    <Group gap={4} wrap="nowrap" justify="flex-end">
                      <MoveButtons
                        name={askLabel(line.campo)}
                        at={at}
                        count={lines.length}
                        busy={save.isPending}
                        direction="rows"
                        onMove={(to) => form.reorderListItem('fields', { from: at, to })}
                      />
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Quitar ${askLabel(line.campo)}`}
                        onClick={() => form.removeListItem('fields', at)}
                      >
                        <IconTrash size={16} aria-hidden />
                      </ActionIcon>
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
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
