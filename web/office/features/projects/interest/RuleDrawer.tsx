import { Alert, Checkbox, SimpleGrid, Text } from '@mantine/core';
import { z } from 'zod';
import { addInterestRule, reviseInterestRule } from '#contract/projects/interest/endpoints.ts';
import { CONDITIONS, REGION_NAMES, RuleForm, type RuleRow } from '#contract/projects/interest/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import {
  bound,
  CheckField,
  MoneyField,
  NumberField,
  OptionField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { SourceFields, ValidityFields } from './VersionFields.tsx';
import { nextFrom, REPLACED } from './versionForm.ts';

/** A checkbox stands for "the whole interest", which has no points. */
const WithWhole = RuleForm.safeExtend({ whole: z.boolean() });

/** Creates an interest rule, or a new version of one from a day on. */
export function RuleDrawer({ rule, onClose }: { rule: RuleRow | null; onClose: () => void }) {
  const mayEdit = useCan('administracion.editar');
  const today = useToday();
  const kept = rule?.standing === 'reemplazada';
  const form = useRecordForm({
    schema: WithWhole,
    initial: rule
      ? { ...rule, valid_from: nextFrom(rule, today), whole: rule.points_percent === null }
      : { min_centavos: 0, conditions: ['nueva', 'principal', 'primera', 'residente'] },
    check: ({ whole, points_percent }) => ({
      points_percent: !whole && points_percent === null ? 'Escribe los puntos que paga el Estado.' : null,
    }),
    onChange: (now, before) => (now.whole && !before.whole ? { points_percent: null } : undefined),
    send: (typed, as) => {
      const { whole: _, ...body } = typed;
      return rule
        ? call(reviseInterestRule, { params: { id: rule.id }, body }, as)
        : call(addInterestRule, { body }, as);
    },
    success: rule ? 'Regla cambiada: la anterior queda guardada.' : 'Regla agregada.',
    onDone: onClose,
  });
  const conditions = bound(form, 'conditions');
  const refused = kept ? REPLACED : mayEdit ? null : 'Solo quien edita la administración cambia las reglas.';
  return (
    <FormDrawer
      title={rule ? 'Cambiar la regla' : 'Agregar regla'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={rule ? 'Guardar desde ese día' : 'Agregar regla'}
    >
      {refused && <Alert color="gray" variant="light" title={refused} />}
      {rule && !kept && (
        <Text size="sm">
          Lo que escribas rige desde el día que elijas; hasta el anterior sigue como está. Para corregir la
          fila entera, elige su primer día.
        </Text>
      )}
      <fieldset
        disabled={refused !== null}
        style={{ border: 0, margin: 0, padding: 0, minWidth: 0, display: 'grid', gap: 16 }}
      >
        <ValidityFields of={form} />
        <TextField of={form} name="regime" label="Ley o régimen" maxLength={80} />
        <OptionField
          of={form}
          name="region"
          label="Región"
          nothing="Todo el país"
          options={[
            { value: 1, label: REGION_NAMES[1] },
            { value: 2, label: REGION_NAMES[2] },
          ]}
        />
        <SimpleGrid cols={2}>
          <MoneyField of={form} name="min_centavos" label="Precio desde" />
          <MoneyField of={form} name="max_centavos" label="Precio hasta" />
        </SimpleGrid>
        <CheckField of={form} name="whole" label="El Estado paga todo el interés" />
        <SimpleGrid cols={2}>
          {!form.values.whole && (
            <NumberField
              of={form}
              name="points_percent"
              label="Puntos que paga"
              required
              suffix=" %"
              decimalScale={3}
            />
          )}
          <NumberField of={form} name="months" label="Meses" />
        </SimpleGrid>
        <Checkbox.Group
          {...conditions.input}
          label="Condiciones"
          value={conditions.value ?? []}
          onChange={conditions.set}
        >
          {Object.entries(CONDITIONS).map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} mt={8} />
          ))}
        </Checkbox.Group>
        <SimpleGrid cols={2}>
          <MoneyField
            of={form}
            name="income_max_centavos"
            label="Ingreso familiar hasta"
            description="Vacío: sin límite."
          />
          <NumberField
            of={form}
            name="share_max_percent"
            label="Parte de la tasa, máximo"
            description="Vacío: sin límite."
            suffix=" %"
            decimalScale={3}
          />
        </SimpleGrid>
        <SourceFields of={form} sureLabel="Confirmada con el texto de la ley o el banco" />
      </fieldset>
    </FormDrawer>
  );
}
