import { GUIDED, SETUP_STEPS, type SetupProgress, type SetupStep } from '#contract/overview/setup/model.ts';

const GUIDE = '/oficina/puesta-en-marcha';

/** Where a step is done. */
export function hrefOf(step: SetupStep, project: SetupProgress['project']): string {
  if (GUIDED.includes(step)) return `${GUIDE}?paso=${step}`;
  const page = project ? `/oficina/proyectos/${project.id}` : `${GUIDE}?paso=proyecto`;
  switch (step) {
    case 'equipo':
      return project ? `${page}?tab=equipo` : page;
    case 'imagenes':
      return project ? `${page}?tab=imagenes` : page;
    case 'publicar':
      return page;
    case 'correo':
      return '/oficina/correos';
    default:
      return '/oficina/configuracion';
  }
}

export const titleOf = (step: SetupStep) => SETUP_STEPS.find(({ id }) => id === step)!.title;

/** The first guided step that lacks, from one on; null when none does. */
export const nextOf = ({ steps }: SetupProgress): SetupStep | null =>
  GUIDED.find((id) => !steps.find((step) => step.id === id)?.done) ?? null;
