import { ActionIcon, Button, Fieldset, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { createRule, type EventRules } from '#contract/money/ledger/books.ts';
import { SIDES } from '#contract/money/ledger/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { CheckField, DayField, OptionField, SearchField, TextField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface PostingRuleDrawerProps {
  event: Pick<EventRules, 'kind' | 'title' | 'amounts' | 'rules'>;
  onClose: () => void;
}

const Words = createRule.body.omit({ event: true });

/** A new rule of a kind of event, from a day on. It begins as the one in force. */
export function PostingRuleDrawer({ event, onClose }: PostingRuleDrawerProps) {
  const accounts = useOptions(queryOf(accountingAccounts.list, {}));
  const form = useRecordForm({
    schema: Words,
    initial: {
      lines:
        event.rules[0]?.lines.map(({ amount, account, side, bank, own }) => ({
          amount,
          account: account.id,
          side,
          bank,
          own,
        })) ?? [],
    },
    send: (body, as) => call(createRule, { body: { ...body, event: event.kind } }, as),
    success: 'Regla guardada. Lo contabilizado desde ese día se corrige solo.',
    onDone: onClose,
  });
  const { rows, error, add, remove } = rowsOf(form, 'lines');
  return (
    <FormDrawer
      title={`Regla: ${event.title}`}
      size="lg"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar regla"
    >
      <DayField of={form} name="valid_from" label="Vale desde" />
      <TextField of={form} name="reason" label="Motivo" maxLength={300} />
      {rows.map((one, at) => (
        <Fieldset key={one.at} legend={`Línea ${at + 1}`} p="sm">
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <OptionField
              of={one}
              name="amount"
              label="Monto"
              nothing="Elige"
              style={{ flex: 1 }}
              options={event.amounts.map(({ name, label }) => ({ value: name, label }))}
            />
            <OptionField
              of={one}
              name="side"
              label="Lado"
              nothing="Elige"
              w={110}
              options={Object.entries(SIDES).map(([value, label]) => ({ value, label }))}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              mt={26}
              aria-label={`Quitar la línea ${at + 1}`}
              onClick={() => remove(at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
          <SearchField
            of={one}
            name="account"
            label="Cuenta contable"
            options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <CheckField of={one} name="bank" label="Usar la cuenta contable del banco, si se conoce" mt="xs" />
          <CheckField of={one} name="own" label="Usar la cuenta que diga el documento" mt="xs" />
        </Fieldset>
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" size="compact-sm" onClick={() => add({})}>
          Agregar línea
        </Button>
      </Group>
    </FormDrawer>
  );
}
