import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { addDays } from '#contract/dates.ts';
import { changeProspect } from '#contract/sales/prospects/endpoints.ts';
import type { ProspectRow } from '#contract/sales/prospects/model.ts';
import { showDay } from '#web/office/lib/format.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DueText } from './DueText.tsx';

const CHOICES = [
  ['Hoy', 0],
  ['Mañana', 1],
  ['En 3 días', 3],
  ['En una semana', 7],
  ['En dos semanas', 14],
] as const;

/** The next follow-up day of a row, changed in its cell. */
export function NextCall({ one }: { one: ProspectRow }) {
  const today = useToday();
  const change = useAction(changeProspect, { success: 'Próximo seguimiento cambiado.' });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton disabled={change.isPending}>
          <VisuallyHidden>Cambiar el próximo seguimiento de {one.person.name}: </VisuallyHidden>
          <DueText one={one} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(([label, days]) => {
          const day = addDays(today, days);
          return (
            <Menu.Item
              key={label}
              rightSection={<span className="figures">{showDay(day)}</span>}
              onClick={() =>
                change.mutate({
                  params: { id: one.id },
                  body: { proximo_seguimiento: day, version: one.version },
                })
              }
            >
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
