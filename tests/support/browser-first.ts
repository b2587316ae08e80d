import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ORDER = ['browser', 'slow', 'site', 'unit'];

/** Starts the longest files first, so that all workers end at about the same time. */
export class BrowserFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

function place({ project, moduleId }: TestSpecification): number {
  return ORDER.indexOf(moduleId.includes('/browser/') ? 'browser' : project.name);
}
