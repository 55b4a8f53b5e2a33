// A report of what is known while a search runs, so that one view shows it at every moment.

import type { EngineEvent } from "./protocol";
import type { Diagnosis, LocalizeReport, RankedLine } from "./reports";

export class Partial {
    readonly #report: LocalizeReport = {
        status: "stopped",
        reason: null,
        reason_line: null,
        bounds: { none_up_to: null, unwind: null, up_to_size: null },
        tests: { total: 0, failing: [], passing: [], unanalysable: [], ignored: [], details: [] },
        groups: [],
        diagnoses: [],
        faults: [],
        partial: [],
        ranking: [],
        assumed: [],
        problems: [],
        stats: { time_ms: 0 },
    };
    #suspected: RankedLine[] = [];

    /** Adds an event; returns whether it changes what is shown. */
    note(event: EngineEvent): boolean {
        const report = this.#report;
        if (event.tests !== undefined) {
            ({ summary: report.tests, groups: report.groups } = event.tests);
        } else if (event.suspected !== undefined) {
            this.#suspected = event.suspected.lines;
        } else if (event.diagnosis !== undefined) {
            this.#add(event.diagnosis.diagnosis);
        } else if (event.withdrawn !== undefined) {
            const { group, components } = event.withdrawn;
            report.diagnoses = report.diagnoses.filter((known) => !isOf(known, group, components));
        } else {
            return false;
        }
        return true;
    }

    report(timeMs: number): LocalizeReport {
        const { diagnoses } = this.#report;
        const confirmed = ranked(diagnoses);
        const known = new Set(confirmed.map(({ line }) => line));
        const suspected = this.#suspected.filter(({ line }) => !known.has(line));
        const ranking = [...confirmed, ...suspected].map((line, at) => ({ ...line, rank: at + 1 }));
        return { ...this.#report, diagnoses: [...diagnoses], ranking, stats: { time_ms: timeMs } };
    }

    /** A set may be found by values and by an edit: each knows what the other does not. */
    #add(found: Diagnosis): void {
        const ids = found.components.map(({ id }) => id);
        const { diagnoses } = this.#report;
        const at = diagnoses.findIndex((known) => isOf(known, found.group, ids));
        const known = diagnoses[at];
        if (known === undefined) {
            diagnoses.push(found);
            return;
        }
        const components = found.components.some(({ values }) => values.length > 0) ? found.components : known.components;
        const fixes = found.fixes.length > 0 ? found.fixes : known.fixes;
        diagnoses[at] = { ...found, components, fixes };
    }
}

function isOf(diagnosis: Diagnosis, group: number, ids: readonly number[]): boolean {
    const own = diagnosis.components;
    return diagnosis.group === group && own.length === ids.length && own.every(({ id }, at) => id === ids[at]);
}

/** Lines of confirmed sets before the engine has ranked them: small sets first, then those with an edit. */
function ranked(diagnoses: readonly Diagnosis[]): RankedLine[] {
    const edits = ({ fixes }: Diagnosis): number => (fixes.some(({ doubtful }) => !doubtful) ? 0 : 1);
    const order = diagnoses.map((set, index) => ({ set, index }));
    order.sort(
        (a, b) =>
            a.set.components.length - b.set.components.length || edits(a.set) - edits(b.set) || a.set.weight - b.set.weight,
    );
    const lines = new Map<number, RankedLine>();
    for (const { set, index } of order) {
        for (const { line } of set.components) {
            const known = lines.get(line);
            if (known === undefined) {
                lines.set(line, { rank: 0, line, certified: true, diagnoses: [index], why: "" });
            } else {
                known.diagnoses.push(index);
            }
        }
    }
    return [...lines.values()];
}
