/** The search box over the users of the institution. It searches with each letter, and shows what the last text finds. */
export interface Found {
  fullName: string;
  email: string;
}
export interface Service {
  search(text: string, limit: number): Promise<Found[]>;
}

export class SearchBox {
  text = '';
  rows: Found[] = [];
  busy = false;
  error?: string;
  #listeners = new Set<() => void>();
  #latest = 0;

  constructor(
    private readonly service: Service,
    private readonly limit = 5,
  ) {}

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async type(text: string): Promise<void> {
    const number = ++this.#latest;
    this.text = text;
    this.error = undefined;
    if (text.length < 2) {
      this.rows = [];
      this.#changed();
      return;
    }
    this.busy = true;
    this.#changed();
    try {
      const rows = await this.service.search(text, this.limit);
      if (number !== this.#latest) return;
      this.rows = rows;
    } catch (error) {
      if (number === this.#latest) this.error = String(error);
    } finally {
      if (number === this.#latest) this.busy = false;
    }
    this.#changed();
  }

  #changed() {
    for (const listener of this.#listeners) listener();
  }
}
