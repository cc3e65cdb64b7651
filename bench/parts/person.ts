import type { Locator, Page } from '@playwright/test';

/** What a click and a key cost a person, in seconds: to find the place and move there, or to press. */
const CLICK = 1.2;
const KEY = 0.25;

/** Acts on a page as a person does, and counts it. A day or a text that must be typed counts its keys, too. */
export class Person {
  readonly page: Page;
  clicks = 0;
  keys = 0;
  readonly #began = performance.now();
  #ended: number | null = null;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  /** Chooses in a list of the browser: a click opens it, another one takes. */
  async choose(target: Locator, value: { index: number } | { label: string }): Promise<void> {
    this.clicks += 2;
    await target.selectOption(value);
  }

  async press(key: string): Promise<void> {
    this.keys++;
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  /** A file is chosen with the button, the file, and "Abrir". */
  async pick(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.clicks += 3;
    await target.setInputFiles(file);
  }

  /** Seconds of a person's time by the model. */
  get model(): number {
    return this.clicks * CLICK + this.keys * KEY;
  }

  /** Seconds that the browser and the server took. */
  get took(): number {
    return ((this.#ended ?? performance.now()) - this.#began) / 1000;
  }

  stop(): void {
    this.#ended = performance.now();
  }
}
