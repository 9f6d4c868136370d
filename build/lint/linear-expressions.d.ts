export declare function slowPartsOf(source: string, flags: string): readonly object[];
