import { linkOptions } from '@tanstack/react-router';
import { GUIDED, SETUP_STEPS, type SetupProgress, type SetupStep } from '#contract/overview/setup/model.ts';
import type { PageTarget } from '#web/office/ui/PageLink.tsx';

const guide = (paso: SetupStep) => linkOptions({ to: '/oficina/puesta-en-marcha', search: { paso } });

/** Link to the page of a setup step. */
export function pageOf(step: SetupStep, project: SetupProgress['project']): PageTarget {
  if (GUIDED.includes(step)) return guide(step);
  const ofProject = (tab?: string) =>
    project
      ? linkOptions({ to: '/oficina/proyectos/$id', params: { id: project.id }, search: { tab } })
      : guide('proyecto');
  switch (step) {
    case 'equipo':
    case 'imagenes':
      return ofProject(step);
    case 'publicar':
      return ofProject();
    case 'correo':
      return linkOptions({ to: '/oficina/servidor-de-correo' });
    default:
      return linkOptions({ to: '/oficina/configuracion' });
  }
}

export const titleOf = (step: SetupStep) => SETUP_STEPS.find(({ id }) => id === step)!.title;

/** The first guided step that is not done; null if all are. */
export const nextOf = ({ steps }: SetupProgress): SetupStep | null =>
  GUIDED.find((id) => !steps.find((step) => step.id === id)?.done) ?? null;
