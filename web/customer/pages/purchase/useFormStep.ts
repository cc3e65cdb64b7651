import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { STEPS, stepHash, type StepId } from './formSteps.ts';

/**
 * Which step is on the screen: that of the address's #paso-… or #campo-…, so that the browser's back button goes a step
 * back and a fault's link opens the step of its field. Takes the focus there.
 */
export function useFormStep(first: StepId): StepId {
  const [step, setStep] = useState(first);
  useEffect(() => {
    function follow(event?: Event) {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const named = target?.closest('[data-step]')?.getAttribute('data-step');
      const next = STEPS.find(({ id }) => id === named)?.id;
      if (!next && location.hash !== '') return;
      flushSync(() => setStep(next ?? first));
      if (!event) return;
      const place = target?.hasAttribute('data-step') ? target.querySelector('h2') : target;
      (place as HTMLElement | null)?.focus({ preventScroll: true });
      target?.scrollIntoView();
    }
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [first]);
  return step;
}

/** Goes to a step as a link would. */
export const goToStep = (id: StepId) => {
  location.hash = stepHash(id);
};
