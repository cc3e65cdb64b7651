import { Button, Group, Progress, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { dismissSetup } from '#contract/overview/setup/endpoints.ts';
import { SETUP_STEPS } from '#contract/overview/setup/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { pageOf, nextOf } from './steps.ts';
import { useOpenSetup } from './useOpenSetup.ts';
import styles from './setup.module.css';

/** The setup checklist on an administrator's home, until the setup is complete or hidden. */
export function SetupChecklist() {
  const open = useOpenSetup();
  const dismiss = useAction(dismissSetup);
  if (!open) return null;
  const { steps, project } = open;
  const done = steps.filter((step) => step.done).length;
  const next = nextOf(open);
  return (
    <Section
      title="Puesta en marcha"
      text={`${done} de ${steps.length} listos`}
      actions={
        <Group gap="xs">
          <Button
            variant="subtle"
            size="compact-sm"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate({ body: { dismissed: true } })}
          >
            Esconder
          </Button>
          {next && <PageLink {...pageOf(next, project)}>Seguir</PageLink>}
        </Group>
      }
    >
      <Progress
        value={(done / steps.length) * 100}
        mb="sm"
        aria-label={`${done} de ${steps.length} listos`}
      />
      <ul className={styles.checklist}>
        {SETUP_STEPS.map(({ id, title, text }) => {
          const ready = steps.find((step) => step.id === id)?.done ?? false;
          return (
            <li key={id}>
              <span className={styles.mark} data-done={ready || undefined} aria-hidden>
                {ready && <IconCheck size={14} />}
              </span>
              {ready ? (
                <span>
                  {title} <VisuallyHidden>(listo)</VisuallyHidden>
                </span>
              ) : (
                <span>
                  <PageLink {...pageOf(id, project)}>{title}</PageLink>
                  <Text size="xs" c="dimmed">
                    {text}
                  </Text>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
