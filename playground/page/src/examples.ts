// The examples: the folders of page/examples, put together by the build.

import bundled from "virtual:examples";
import type { Program } from "./program";

export interface Example extends Program {
    /** Its folder, and its name in links. */
    name: string;
    title: string;
}

export const examples: readonly Example[] = bundled;

export function exampleNamed(name: string): Example | undefined {
    return examples.find((example) => example.name === name);
}
