import { Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { Project } from '#contract/projects/projects/model.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import styles from './projects.module.css';
import { linkOptions } from '@tanstack/react-router';

const pageOf = (id: number, where: string) =>
  where === 'lotes'
    ? linkOptions({ to: '/oficina/lotes', search: { proyecto_id: id } })
    : linkOptions({
        to: '/oficina/proyectos/$id',
        params: { id },
        // The project's own data have their own form.
        search: { tab: where, editar: where === 'datos' ? 1 : undefined },
      });

/** What the project needs before publication; each item links to the place that fixes it. */
export function Requirements({ project }: { project: Project }) {
  const { requirements } = project;
  const done = requirements.filter((one) => one.done).length;
  if (done === requirements.length) return null;
  return (
    <Section title="Lo que falta" text={`${done} de ${requirements.length} listos.`}>
      <ul className={styles.checks}>
        {requirements.map((one) => (
          <li key={one.key} className={styles.check}>
            {one.done ? (
              <IconCircleCheck size={18} className={styles.checkDone} aria-hidden />
            ) : (
              <IconCircleDashed size={18} className={styles.checkOpen} aria-hidden />
            )}
            {one.done ? (
              <Text size="sm" c="dimmed">
                {one.label} <span className="sr-only">, listo</span>
              </Text>
            ) : (
              <Text size="sm" component="div">
                <PageLink {...pageOf(project.id, one.where)}>{one.label}</PageLink>
                {one.required && (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    · hace falta para publicar
                  </Text>
                )}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
