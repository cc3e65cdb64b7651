import type { Page } from '@playwright/test';

/** Milliseconds between the frames that a page draws while `act` runs. */
export async function frameTimes(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const measured = globalThis as unknown as { frames: number[]; measuring: boolean };
    measured.frames = [];
    measured.measuring = true;
    const next = (at: number) => {
      measured.frames.push(at);
      if (measured.measuring) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await act();
  const frames = await page.evaluate(() => {
    const measured = globalThis as unknown as { frames: number[]; measuring: boolean };
    measured.measuring = false;
    return measured.frames;
  });
  return frames.slice(1).map((at, i) => at - frames[i]!);
}
